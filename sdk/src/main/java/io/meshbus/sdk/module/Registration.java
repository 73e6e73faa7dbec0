package io.meshbus.sdk.module;

import io.vertx.core.Future;

/** Something this module serves, hears or accepts, until it is closed. */
@FunctionalInterface
public interface Registration {
    /** No handler starts after this; running ones finish. Idempotent. */
    Future<Void> close();
}
