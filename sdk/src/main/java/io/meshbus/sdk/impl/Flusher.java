package io.meshbus.sdk.impl;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/** Round trips to the server off the loop; all that ask while one is under way share the next one. */
final class Flusher {
    /** A server that does not answer a ping within this is away. */
    static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(5);

    private record Waiter(Home home, Promise<Void> promise) {}

    private final Vertx vertx;
    private final Wire wire;
    private List<Waiter> next = new ArrayList<>();
    private boolean running;

    Flusher(Vertx vertx, Wire wire) {
        this.vertx = vertx;
        this.wire = wire;
    }

    Future<Void> flush(Home home) {
        Promise<Void> promise = home.promise();
        boolean start;
        synchronized (this) {
            next.add(new Waiter(home, promise));
            start = !running;
            running = true;
        }
        if (start) {
            round();
        }
        return promise.future();
    }

    private void round() {
        List<Waiter> batch;
        synchronized (this) {
            batch = next;
            next = new ArrayList<>();
            if (batch.isEmpty()) {
                running = false;
                return;
            }
        }
        flushed().onComplete(done -> {
            batch.forEach(waiter -> waiter.home.land(() -> waiter.promise.handle(done)));
            round();
        });
    }

    private Future<Void> flushed() {
        try {
            return vertx.executeBlocking(
                    () -> {
                        wire.flush(FLUSH_TIMEOUT);
                        return null;
                    },
                    false);
        } catch (RejectedExecutionException closed) {
            return Future.failedFuture(wire.closed()); // Vert.x ends, and we were not told before
        }
    }
}
