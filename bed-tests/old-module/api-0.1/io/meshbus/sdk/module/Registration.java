package io.meshbus.sdk.module;

import io.vertx.core.Future;

@FunctionalInterface
public interface Registration {
    Future<Void> close();
}
