package io.meshbus.sdk.artefact;

import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.subject.Digest;
import io.vertx.core.buffer.Buffer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/** Files of artefacts; blocking, so called where blocking is allowed. */
public final class ArtefactFile {
    private ArtefactFile() {}

    /** Digest and size of a file. */
    public static ArtefactRef describe(Path file) throws IOException {
        MessageDigest digest = Digest.newSha256();
        byte[] part = new byte[Chunks.CHUNK_BYTES];
        long size = 0;
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                digest.update(part, 0, read);
                size += read;
            }
        }
        return new ArtefactRef(HexFormat.of().formatHex(digest.digest()), size);
    }

    static Buffer chunk(Path file, long size, int index) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Chunks.length(size, index));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (bytes.hasRemaining()) {
                if (channel.read(bytes, Chunks.offset(index) + bytes.position()) < 0) {
                    throw new EOFException(file + " has become shorter while it was read");
                }
            }
        }
        return Buffer.buffer(bytes.array());
    }

    static void append(Path file, List<Buffer> chunks) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            for (Buffer chunk : chunks) {
                ByteBuffer bytes = ByteBuffer.wrap(chunk.getBytes());
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
        }
    }

    static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }
}
