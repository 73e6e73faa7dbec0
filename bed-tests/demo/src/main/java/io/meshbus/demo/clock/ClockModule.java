package io.meshbus.demo.clock;

import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.module.MeshModule;
import io.vertx.core.Future;
import java.time.Instant;

/** Emits {@code tick} at an interval: the smallest module there is. */
public final class ClockModule extends MeshModule {
    private long count;
    private boolean telling;

    /** The event's data; Jackson writes it. */
    record Tick(long count, Instant at) {}

    /** The timer ends with the module. */
    @Override
    protected Future<?> start(Mesh mesh) {
        vertx.setPeriodic(config().getLong("intervalMillis", 1000L), timer -> tick(mesh));
        return Future.succeededFuture();
    }

    /** One tick is under way at a time, however slow the bus is. */
    private void tick(Mesh mesh) {
        if (telling) {
            return;
        }
        telling = true;
        mesh.publish("tick", new Tick(++count, Instant.now()))
                .onFailure(failure -> log().warn("tick-lost count={}", count, failure))
                .onComplete(said -> telling = false);
    }
}
