package io.meshbus.sdk.impl;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Round trips to the server off the loop; all that ask while one is under way share the next one. */
final class Flusher {
    /** A server that does not answer a ping within this is away. */
    static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(5);

    private record Waiter(Home home, Promise<Void> promise) {}

    private final Home own;
    private final Wire wire;
    private List<Waiter> next = new ArrayList<>();
    private boolean running;

    Flusher(Home own, Wire wire) {
        this.own = own;
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
        own.<@Nullable Void>offLoop(() -> {
                    wire.flush(FLUSH_TIMEOUT);
                    return null;
                })
                .onComplete(done -> {
                    batch.forEach(waiter -> waiter.home.land(() -> waiter.promise.handle(done)));
                    round();
                });
    }
}
