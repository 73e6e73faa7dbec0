package io.meshbus.node.host;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.vertx.core.Future;

/** Makes a connection to the bus; fails with {@code BUS_UNREACHABLE}, {@code BUS_AUTH} or {@code BUS_PIN}. */
@FunctionalInterface
public interface BusConnector {
    Future<Bus> connect(BusOptions options);
}
