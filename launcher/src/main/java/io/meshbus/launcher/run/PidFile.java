package io.meshbus.launcher.run;

import io.meshbus.directory.AtomicFile;
import io.meshbus.directory.MeshDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code run/<process>.pid}, for {@code down} and for messages. Only as true as the lock beside it is held. Blocking. */
public final class PidFile {
    private static final String ENDING = ".pid";
    private static final String SERVER = "nats-server";

    private PidFile() {}

    public static void write(MeshDirectory directory, String process) {
        AtomicFile.write(directory.pid(process), ProcessHandle.current().pid() + "\n");
    }

    public static void remove(MeshDirectory directory, String process) {
        try {
            Files.deleteIfExists(directory.pid(process));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Optional<Long> read(MeshDirectory directory, String process) {
        return read(directory.pid(process));
    }

    static Optional<Long> read(Path file) {
        try {
            return Optional.of(Long.valueOf(Files.readString(file).strip()));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Names of the meshbus processes that left a pid file; not nats-server's. */
    public static List<String> all(MeshDirectory directory) {
        Path run = Objects.requireNonNull(directory.pid(DirectoryLock.UP).getParent());
        if (!Files.isDirectory(run)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(run)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(ENDING))
                    .map(name -> name.substring(0, name.length() - ENDING.length()))
                    .filter(name -> !name.equals(SERVER))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
