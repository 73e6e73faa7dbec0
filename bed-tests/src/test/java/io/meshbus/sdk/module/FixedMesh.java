package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Bus;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The SDK's own mesh with time, ids and traces that a fixture gives, so that what it sends can be compared whole. */
public final class FixedMesh {
    private FixedMesh() {}

    /** @param traces from the parent's context, or null, to the one that is sent */
    public static Mesh over(
            Vertx vertx,
            Bus bus,
            MeshOptions options,
            Clock clock,
            Supplier<String> ids,
            UnaryOperator<String> traces) {
        return new ModuleRuntime(vertx, bus, options.context(), true, new Chance(clock, ids, traces::apply));
    }
}
