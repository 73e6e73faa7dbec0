package io.meshbus.launcher;

import io.meshbus.directory.MeshDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The name under which a process leads: itself, its machine and its directory. The lock of that name in that directory is
 * its own for as long as it lives, so whoever has the name next knows that its predecessor is dead (ADR 0069).
 */
final class Holder {
    private Holder() {}

    static String name(String process, MeshDirectory directory) {
        return process + "@" + machine() + ":"
                + directory.root().toAbsolutePath().normalize();
    }

    /** Without a question to a name server, which may be slow. */
    private static String machine() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            return Objects.requireNonNullElse(System.getenv("HOSTNAME"), "localhost");
        }
    }
}
