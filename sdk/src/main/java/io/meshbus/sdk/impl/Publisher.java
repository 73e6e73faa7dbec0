package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Puts messages on the wire within the bound of bytes that may wait. Above half of it a publish completes only when the
 * wire has caught up, so whoever awaits its futures is slowed down; at the bound it fails.
 */
final class Publisher {
    private record Waiter(Home home, Promise<Void> promise) {}

    private final Wire wire;
    private final long pendingBytesMax;
    private final Queue<Waiter> waiters = new ArrayDeque<>();
    private final AtomicBoolean anyWaiting = new AtomicBoolean();

    Publisher(Wire wire, long pendingBytesMax) {
        this.wire = wire;
        this.pendingBytesMax = pendingBytesMax;
        wire.onWritten(this::written);
    }

    /** Checks and sends. @throws ProblemException what {@link Guard}, the bound or the wire refuses */
    void send(Message message, @org.jspecify.annotations.Nullable String reply) {
        Guard.message(message, wire.payloadBytesMax(), wire.unicodeSubjects());
        long pending = wire.pendingBytes() + message.body().length();
        if (pending > pendingBytesMax) {
            throw wire.away(
                    wire.state() == BusState.CONNECTED
                            ? "it takes bytes slower than they come, " + pending + " wait"
                            : pending + " bytes wait for it, the bound is " + pendingBytesMax,
                    null);
        }
        wire.publish(
                message.subject(),
                reply,
                Convert.headers(message.headers()),
                message.body().getBytes());
    }

    Future<Void> publish(Message message, Home home) {
        try {
            send(message, message.reply());
        } catch (ProblemException e) {
            return home.failed(e);
        }
        if (wire.pendingBytes() < pendingBytesMax / 2 || wire.state() != BusState.CONNECTED) {
            return home.succeeded();
        }
        Promise<Void> promise = home.promise();
        synchronized (waiters) {
            waiters.add(new Waiter(home, promise));
            anyWaiting.set(true);
        }
        written();
        return promise.future();
    }

    private void written() {
        if (!anyWaiting.get() || (wire.pendingBytes() >= pendingBytesMax / 2 && wire.state() == BusState.CONNECTED)) {
            return;
        }
        release();
    }

    /** Completes whoever waits for the wire; also when the bus goes away, where bytes are held by contract. */
    void release() {
        synchronized (waiters) {
            for (Waiter waiter; (waiter = waiters.poll()) != null; ) {
                Promise<Void> promise = waiter.promise;
                waiter.home.land(promise::complete);
            }
            anyWaiting.set(false);
        }
    }
}
