package io.meshbus.sdk.impl;

import io.nats.client.StatisticsCollector;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes wait to be written, about. jnats can only be asked under locks that a blocked write or a reconnect
 * holds, so publishers add and jnats' writer thread, which reports what it has written, subtracts. Publishers add a
 * little less than what will be written, so the sum cannot drift upwards; it never goes below zero.
 */
@SuppressWarnings("deprecation") // the interface still demands them
final class Outflow extends SilentStatistics implements StatisticsCollector {
    private final AtomicLong pending = new AtomicLong();
    private final Runnable written;
    /** Of the batch being written; the writer thread's own. */
    private long batchBytes;

    /** @param written called on the writer thread after each write; must not block */
    Outflow(Runnable written) {
        this.written = written;
    }

    long pendingBytes() {
        return pending.get();
    }

    void add(long bytes) {
        pending.addAndGet(bytes);
    }

    @Override
    public void incrementOut(long bytes) {
        batchBytes += bytes;
    }

    @Override
    public void registerWrite(long bytes) {
        long done = batchBytes;
        batchBytes = 0;
        pending.updateAndGet(now -> Math.max(0, now - done));
        written.run();
    }
}
