package io.meshbus.sdk.module;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.function.Function;

/**
 * A module's handler and the context that registered it; a throw becomes a failed future, a null future a failure that
 * says so.
 */
record OnContext<I, O>(Vertx vertx, Context home, Function<I, ? extends Future<? extends O>> handler) {
    static <I, O> OnContext<I, O> here(Vertx vertx, Function<I, ? extends Future<? extends O>> handler) {
        return new OnContext<>(vertx, vertx.getOrCreateContext(), handler);
    }

    Future<O> call(I input) {
        if (Vertx.currentContext() == home) {
            return apply(input);
        }
        Promise<O> promise = Promise.promise();
        home.runOnContext(nothing -> apply(input).onComplete(promise));
        return promise.future();
    }

    private Future<O> apply(I input) {
        try {
            Future<? extends O> result = handler.apply(input);
            return result == null
                    ? Future.failedFuture(new NullPointerException("the handler returned no future"))
                    : result.map(value -> (O) value);
        } catch (Throwable thrown) {
            return Future.failedFuture(thrown);
        }
    }
}
