package io.meshbus.node.broker;

import io.meshbus.directory.MeshDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Why a server ended, in its own last words: standard error, else the end of its log. Blocking, briefly. */
final class LastWords {
    private static final int TAIL_BYTES = 2_000;

    private LastWords() {}

    static String of(MeshDirectory directory) {
        String errors = lastLine(directory.brokerErrors());
        String said = errors.isEmpty() ? lastLine(directory.brokerLog()) : errors;
        return said.isEmpty() ? "it said nothing" : said;
    }

    private static String lastLine(Path file) {
        try (SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.READ)) {
            int bytes = (int) Math.min(TAIL_BYTES, channel.size());
            channel.position(channel.size() - bytes);
            ByteBuffer tail = ByteBuffer.allocate(bytes);
            int read = channel.read(tail);
            String text = new String(tail.array(), 0, Math.max(read, 0), StandardCharsets.UTF_8).strip();
            return text.substring(text.lastIndexOf('\n') + 1);
        } catch (IOException e) {
            return "";
        }
    }
}
