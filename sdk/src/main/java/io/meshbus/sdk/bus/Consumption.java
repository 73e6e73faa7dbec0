package io.meshbus.sdk.bus;

import io.vertx.core.Future;
import io.vertx.core.streams.ReadStream;
import java.time.Duration;

/**
 * Deliveries of one durable, in demand mode: nothing is pulled that was not asked for, {@link #pause} stops pulling.
 * Handlers run on the context that called {@link Bus#consume}. After {@link #stop} no handler starts.
 */
public interface Consumption extends ReadStream<Delivery> {
    /** Stops pulling, waits for running handlers up to {@code deadline}, naks what is buffered. Idempotent. */
    Future<Void> stop(Duration deadline);
}
