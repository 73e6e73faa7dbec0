package io.meshbus.sdk.testing;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What arrives one by one, and who waits for the next; each arrival is given once, in order. Any thread. */
final class Arrivals<T> {
    /** More than this nobody looked at is a test gone astray; the oldest goes. */
    static final int KEPT_MAX = 100_000;

    private final String what;
    private final Duration wait;
    private final Deque<T> arrived = new ArrayDeque<>();
    private final Queue<Promise<T>> waiting = new ArrayDeque<>();

    Arrivals(String what, Duration wait) {
        this.what = what;
        this.wait = wait;
    }

    void arrive(T one) {
        Promise<T> first;
        do {
            synchronized (this) {
                first = waiting.poll();
                if (first == null) {
                    keep(one);
                    return;
                }
            }
        } while (!first.tryComplete(one));
    }

    private void keep(T one) {
        arrived.add(one);
        if (arrived.size() > KEPT_MAX) {
            arrived.removeFirst();
        }
    }

    /** The next one nobody has taken; fails with an {@code AssertionError} when none comes in time. */
    Future<T> next() {
        Promise<T> promise = Promise.promise();
        synchronized (this) {
            T there = arrived.poll();
            if (there != null) {
                return Future.succeededFuture(there);
            }
            waiting.add(promise);
        }
        return promise.future()
                .timeout(wait.toMillis(), TimeUnit.MILLISECONDS)
                .onFailure(late -> forget(promise))
                .recover(late -> Future.failedFuture(
                        late instanceof TimeoutException
                                ? new AssertionError("no " + what + " within " + wait.toSeconds() + " s")
                                : late));
    }

    private void forget(Promise<T> promise) {
        synchronized (this) {
            waiting.remove(promise);
        }
        promise.tryFail("nobody waits any more");
    }

    /** How many nobody has taken. */
    synchronized int left() {
        return arrived.size();
    }
}
