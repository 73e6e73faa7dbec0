package io.meshbus.sdk.artefact;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Runs a numbered action window by window: inside a window at once, windows one after the other. */
final class Windows {
    /** Chunks in flight at most. */
    static final int IN_FLIGHT_MAX = 8;

    private Windows() {}

    /** Each window's results, in order, are handed to {@code then} before the next window starts. */
    static <T> Future<Void> run(int count, IntFunction<Future<T>> action, Function<List<T>, Future<Void>> then) {
        Promise<Void> done = Promise.promise();
        next(0, count, action, then, done);
        return done.future();
    }

    /** A loop by completion, not by nesting, so a thousand windows stack no thousand futures. */
    private static <T> void next(
            int from,
            int count,
            IntFunction<Future<T>> action,
            Function<List<T>, Future<Void>> then,
            Promise<Void> done) {
        if (from >= count) {
            done.complete();
            return;
        }
        int to = Math.min(count, from + IN_FLIGHT_MAX);
        List<Future<T>> window = new ArrayList<>();
        for (int index = from; index < to; index++) {
            int number = index;
            window.add(Future.succeededFuture().compose(nothing -> action.apply(number)));
        }
        Future.all(window)
                .compose(all -> then.apply(all.list()))
                .onSuccess(nothing -> next(to, count, action, then, done))
                .onFailure(done::fail);
    }
}
