package io.meshbus.sdk.docs;

import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.PoisonException;
import io.meshbus.sdk.fabric.BindingCache;
import io.meshbus.sdk.fabric.Fabric;
import io.meshbus.sdk.fabric.FabricEvent;
import io.meshbus.sdk.fabric.FabricOptions;
import io.meshbus.sdk.fabric.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;

/** What docs/FABRIC shows. */
final class FabricExample {
    private FabricExample() {}

    static Future<Fabric> join(Vertx vertx, BusOptions bus) {
        return Fabric.connect(vertx, FabricOptions.of(bus))
                .compose(fabric -> fabric.ensureStream()
                        .compose(made -> fabric.subscribeKind(Kind.MESSAGE_POSTED, FabricExample::deliver))
                        .map(fabric));
    }

    static Future<?> deliver(FabricEvent event) {
        return readRow(event.ref().tenant(), event.ref().rowId())
                .compose(row ->
                        row.isEmpty() ? Future.failedFuture(new PoisonException("the row is gone")) : push(row.get()));
    }

    static Future<Boolean> changed(Fabric fabric, String tenant, String message, long version) {
        return fabric.publish(tenant, Kind.MESSAGE_UPDATED, message, "v" + version)
                .map(stored -> !stored.duplicate());
    }

    static Future<BindingCache<String>> bindings(Fabric fabric) {
        return BindingCache.over(fabric, FabricExample::readBinding, Duration.ofMinutes(10), 100_000);
    }

    static Future<Void> tell(Fabric fabric, String runner) {
        return fabric.runners().sendCommand(runner, new JsonObject().put("start", "build"));
    }

    private static Future<Optional<String>> readRow(String tenant, String row) {
        return Future.succeededFuture(Optional.of(tenant + row));
    }

    private static Future<Optional<String>> readBinding(String tenant, String session) {
        return Future.succeededFuture(Optional.of(tenant + session));
    }

    private static Future<?> push(String row) {
        return Future.succeededFuture(row);
    }
}
