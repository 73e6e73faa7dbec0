package io.meshbus.directory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/** Whole-file writes that survive a crash: temporary file in the same directory, fsync, rename, fsync of the directory. */
public final class AtomicFile {
    private AtomicFile() {}

    /** Writes mode 0600. */
    public static void write(Path file, String text) {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes mode 0600; the directory is made (0700) when missing. */
    public static void write(Path file, byte[] bytes) {
        Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file has a directory");
        try {
            makeDirectory(directory);
            Path temporary = Files.createTempFile(
                    directory,
                    "." + file.getFileName(),
                    ".tmp",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try {
                try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                    ByteBuffer buffer = ByteBuffer.wrap(bytes);
                    while (buffer.hasRemaining()) {
                        channel.write(buffer);
                    }
                    channel.force(true);
                }
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(temporary);
            }
            sync(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** Makes a directory and its parents with mode 0700 where they are missing. */
    public static void makeDirectory(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(
                    directory,
                    PosixFilePermissions.asFileAttribute(Set.copyOf(PosixFilePermissions.fromString("rwx------"))));
        }
    }

    /** A rename is durable only once its directory is. */
    private static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
