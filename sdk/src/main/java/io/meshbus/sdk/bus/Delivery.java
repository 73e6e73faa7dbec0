package io.meshbus.sdk.bus;

import io.vertx.core.Future;
import java.time.Duration;

/**
 * One delivery of a durable. Exactly one of {@link #ack}, {@link #nak} and {@link #term} ends it; a second ending is
 * ignored. All are safe from any thread.
 */
public interface Delivery {
    Message message();

    String stream();

    String consumer();

    /** 1 for the first attempt; the server's count. */
    long attempt();

    long streamSequence();

    /** Messages behind this one that the consumer has still to deliver. */
    long pending();

    /** Done. Completes when written to the connection. */
    Future<Void> ack();

    /** Again, not before {@code delay}. */
    Future<Void> nak(Duration delay);

    /** Never again; the reason is in the server's advisory. */
    Future<Void> term(String reason);

    /** Still at work: the ack wait starts anew. */
    Future<Void> progress();
}
