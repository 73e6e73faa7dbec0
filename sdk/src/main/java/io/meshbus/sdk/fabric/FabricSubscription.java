package io.meshbus.sdk.fabric;

import io.vertx.core.Future;

/** A subscribed subject of this instance; its durable stays when it ends. */
public interface FabricSubscription {
    /** What is subscribed, and the description of its durable. */
    String subject();

    /**
     * Completes when no handler of it will run again: pulling has ended, running handlers are done or have had their time,
     * what waited has gone back. Idempotent.
     */
    Future<Void> unsubscribe();
}
