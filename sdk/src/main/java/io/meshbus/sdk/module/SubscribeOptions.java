package io.meshbus.sdk.module;

import io.vertx.core.json.JsonObject;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How one subscription's events reach their handler. What waits for its turn stays within the module's bound of
 * deliveries held, and keeps being held at the server for it.
 *
 * @param concurrency how many are at the handler at once, in one instance of the module; 1 to {@link #CONCURRENCY_MAX}
 * @param orderedBy key of an event: first attempts of one key stay in sequence, within one instance; a retry may follow
 *     later ones. Null for no order; a null key has none. Must be quick and must not throw
 */
public record SubscribeOptions(int concurrency, @Nullable Function<Event<JsonObject>, @Nullable String> orderedBy) {
    /** All that a module holds at once. */
    public static final int CONCURRENCY_MAX = 256;
    /** As many as the module may have in hand in all, in no order. */
    public static final SubscribeOptions DEFAULT = new SubscribeOptions(64, null);

    public SubscribeOptions {
        if (concurrency < 1 || concurrency > CONCURRENCY_MAX) {
            throw new IllegalArgumentException("concurrency is 1 to " + CONCURRENCY_MAX + ", not " + concurrency);
        }
    }

    public SubscribeOptions withConcurrency(int value) {
        return new SubscribeOptions(value, orderedBy);
    }

    public SubscribeOptions withOrderedBy(Function<Event<JsonObject>, @Nullable String> value) {
        return new SubscribeOptions(concurrency, value);
    }
}
