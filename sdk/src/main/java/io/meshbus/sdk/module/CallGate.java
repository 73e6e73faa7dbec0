package io.meshbus.sdk.module;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Supplier;

/**
 * Lets so many calls of a tool run at once and so many wait. It is here, not in the bus, because a call that waits must
 * still see its deadline pass. For one context.
 */
final class CallGate {
    /** Calls of one tool and instance that run at once. */
    static final int RUNNING_MAX = 64;
    /** Calls that wait behind them; more are refused. */
    static final int WAITING_MAX = 256;

    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int running;

    /** Empty when full. */
    <T> Optional<Future<T>> enter(Supplier<Future<T>> call) {
        if (running < RUNNING_MAX) {
            return Optional.of(run(call));
        }
        if (waiting.size() >= WAITING_MAX) {
            return Optional.empty();
        }
        Promise<T> turn = Promise.promise();
        waiting.add(() -> run(call).onComplete(turn));
        return Optional.of(turn.future());
    }

    private <T> Future<T> run(Supplier<Future<T>> call) {
        running++;
        return call.get().andThen(ended -> next());
    }

    private void next() {
        running--;
        Runnable first = waiting.poll();
        if (first != null) {
            first.run();
        }
    }
}
