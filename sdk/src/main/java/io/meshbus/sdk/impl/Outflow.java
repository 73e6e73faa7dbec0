package io.meshbus.sdk.impl;

import io.nats.client.Connection;
import io.nats.client.StatisticsCollector;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes wait to be written. jnats can only be asked under the lock that a blocked write holds, which would
 * block an event loop; so its writer thread tells us after each write, and publishers add in between.
 */
@SuppressWarnings("deprecation") // the interface still demands them
final class Outflow extends SilentStatistics implements StatisticsCollector {
    private final AtomicLong pending = new AtomicLong();
    private final Runnable drained;
    private volatile @Nullable Connection connection;

    /** @param drained called on the writer thread after each write; must not block */
    Outflow(Runnable drained) {
        this.drained = drained;
    }

    void attach(Connection newConnection) {
        connection = newConnection;
    }

    long pendingBytes() {
        return pending.get();
    }

    void add(long bytes) {
        pending.addAndGet(bytes);
    }

    @Override
    public void registerWrite(long bytes) {
        Connection current = connection;
        if (current != null) {
            pending.set(current.outgoingPendingBytes());
            drained.run();
        }
    }
}
