package io.meshbus.launcher.client;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/** Waits on a command's own thread for what runs on the event loop; never to be called on one. */
public final class Awaiting {
    private Awaiting() {}

    /** Begins something on a context, from any thread. */
    public static <T> Future<T> on(Context context, Supplier<Future<T>> begin) {
        Promise<T> promise = Promise.promise();
        context.runOnContext(on -> {
            try {
                begin.get().onComplete(promise);
            } catch (RuntimeException e) {
                promise.fail(e);
            }
        });
        return promise.future();
    }

    /** The result, or the failure as it is, or {@code TIMED_OUT} after {@code limit}. */
    public static <T> T result(Future<T> future, Duration limit, String what) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure
                    ? failure
                    : new IllegalStateException(what + " failed", e.getCause());
        } catch (TimeoutException e) {
            throw Problem.of(
                            ProblemCode.TIMED_OUT,
                            what + " did not come within " + limit.toSeconds() + " s",
                            "",
                            "try again; with --verbose it says what it waits for")
                    .asException();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Problem.of(ProblemCode.CLOSED, what + " was interrupted", "", "")
                    .asException();
        }
    }

    /** Waits for an end whose failure changes nothing any more. */
    static void quietly(Future<?> future, Duration limit) {
        try {
            result(future, limit, "closing");
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(Awaiting.class).debug("client.close-failed reason={}", e.toString());
        }
    }
}
