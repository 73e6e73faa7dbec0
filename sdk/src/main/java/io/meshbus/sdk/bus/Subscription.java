package io.meshbus.sdk.bus;

import io.vertx.core.Future;

/** A live subscription. */
public interface Subscription {
    String subject();

    /** Completes when no handler of it will start again. Idempotent. */
    Future<Void> cancel();
}
