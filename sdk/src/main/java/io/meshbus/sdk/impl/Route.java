package io.meshbus.sdk.impl;

import io.nats.client.Message;
import io.nats.client.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * One subscription of ours: what is subscribed and who gets it. Outlives the jnats connection it is made on.
 *
 * @see Wire#route
 */
final class Route {
    /** Gets what the reader thread read; must neither block nor throw. */
    interface Receiver {
        void receive(Message message);
    }

    final String subject;
    final @Nullable String queue;
    final Receiver receiver;
    /** The jnats subscription in the current session; null while there is none. */
    volatile @Nullable Subscription subscription;

    Route(String subject, @Nullable String queue, Receiver receiver) {
        this.subject = subject;
        this.queue = queue;
        this.receiver = receiver;
    }
}
