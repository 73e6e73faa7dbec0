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
 * @param started milliseconds since 1970, as the operating system tells it
 * @param fingerprint of the declaration it was started for
 */
record ProcessNote(int v, long pid, long started, String fingerprint) {
    static ProcessNote of(ProcessHandle process, String fingerprint) {
        return new ProcessNote(1, process.pid(), started(process), fingerprint);
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
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
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(process -> started(process) == started);
    }
}
