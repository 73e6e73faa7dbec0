package io.meshbus.sdk.module;

import io.vertx.core.Future;
import java.util.concurrent.TimeUnit;

/** A test waits for a future, and not for ever. */
final class Soon {
    static final long WAIT_SECONDS = 20;

    private Soon() {}

    static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(WAIT_SECONDS, TimeUnit.SECONDS);
    }
}
