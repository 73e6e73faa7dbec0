package io.meshbus.node.host;

import io.meshbus.directory.AtomicFile;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Which process a module runs as, so that a host that was killed finds it again and never mistakes another for it.
 *
 * @param started when it was started, in a form that a changed clock does not touch
 * @param fingerprint of the declaration it was started for
 */
record ProcessNote(int v, long pid, String started, String fingerprint) {
    private static final Path PROC = Path.of("/proc");
    /** Fields of {@code /proc/<pid>/stat} between the closing parenthesis and the start time. */
    private static final int FIELDS_BEFORE_START = 19;

    static ProcessNote of(ProcessHandle process, String fingerprint) {
        return new ProcessNote(1, process.pid(), started(process), fingerprint);
    }

    /** Boot and ticks since boot where the system tells them, else the wall time of the start. */
    private static String started(ProcessHandle process) {
        try {
            String boot =
                    Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
            String stat =
                    Files.readString(PROC.resolve(String.valueOf(process.pid())).resolve("stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return boot + ":" + fields[FIELDS_BEFORE_START];
        } catch (IOException e) {
            return process.info().startInstant().map(Instant::toString).orElse("");
        }
    }

    void write(Path file) {
        AtomicFile.write(file, WireCodec.encode(this).getBytes());
    }

    static Optional<ProcessNote> read(Path file) throws IOException {
        return Files.exists(file)
                ? Optional.of(WireCodec.decode(Buffer.buffer(Files.readAllBytes(file)), ProcessNote.class))
                : Optional.empty();
    }

    /** The process itself, if it still runs and the number was not given to another. */
    Optional<ProcessHandle> alive() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> !started.isEmpty() && started(process).equals(started));
    }
}
