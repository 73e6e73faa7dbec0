package io.meshbus.sdk.module;

import io.vertx.core.json.JsonObject;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a role's work reaches its handler.
 *
 * @param concurrency pieces of the role's work in hand at once, in one instance of the module; 1 to {@link
 *     #CONCURRENCY_MAX}. Where verbs of one role say different numbers, the largest counts for the role
 * @param orderedBy key of a piece: first attempts of one key stay in sequence, within one instance. Null for no order; a
 *     null key has none. Must be quick and must not throw
 */
public record AcceptOptions(int concurrency, @Nullable Function<Work<JsonObject>, @Nullable String> orderedBy) {
    public static final int CONCURRENCY_MAX = 256;
    /** One piece at a time: what waits is free for other holders. */
    public static final AcceptOptions DEFAULT = new AcceptOptions(1, null);

    public AcceptOptions {
        if (concurrency < 1 || concurrency > CONCURRENCY_MAX) {
            throw new IllegalArgumentException("concurrency is 1 to " + CONCURRENCY_MAX + ", not " + concurrency);
        }
    }

    public AcceptOptions withConcurrency(int value) {
        return new AcceptOptions(value, orderedBy);
    }

    public AcceptOptions withOrderedBy(Function<Work<JsonObject>, @Nullable String> value) {
        return new AcceptOptions(concurrency, value);
    }
}
