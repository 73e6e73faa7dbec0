package io.meshbus.sdk.testing;

import io.vertx.core.Context;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A test's own thread waits for a future, and not for ever. */
final class Waiting {
    static final Duration MAX = Duration.ofSeconds(20);

    private Waiting() {}

    /**
     * What the future gives; its failure is thrown as it is.
     *
     * @throws IllegalStateException on an event loop, which must not wait
     * @throws AssertionError when it has not ended within {@link #MAX}
     */
    static <T> T of(Future<T> future) {
        if (Context.isOnEventLoopThread()) {
            throw new IllegalStateException("await belongs on the test's own thread; on an event loop use compose");
        }
        try {
            return future.toCompletionStage().toCompletableFuture().get(MAX.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw Waiting.<RuntimeException>asItIs(failed.getCause() == null ? failed : failed.getCause());
        } catch (TimeoutException never) {
            throw new AssertionError("the future has not ended within " + MAX.toSeconds() + " s", never);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> X asItIs(Throwable failure) throws X {
        throw (X) failure;
    }
}
