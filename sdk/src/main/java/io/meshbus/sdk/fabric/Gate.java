package io.meshbus.sdk.fabric;

import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** What every call passes: closed comes before whatever is wrong with the arguments, and that before the wire (spec 6.6). */
final class Gate {
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Whether this was the first. */
    boolean close() {
        return closed.compareAndSet(false, true);
    }

    <T> Future<T> through(Supplier<Future<T>> work) {
        if (closed.get()) {
            return Future.failedFuture(new ClosedException());
        }
        try {
            return work.get();
        } catch (ProblemException refused) {
            return Future.failedFuture(refused);
        }
    }
}
