package io.meshbus.launcher.client;

import io.meshbus.sdk.module.EventOptions;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.module.MeshOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;

/** One thing said as a module of a node. The caller's thread waits. */
public final class AsModule {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private AsModule() {}

    /** The id of the event; fails as {@link Mesh#publish} and {@link Mesh#connect} do. */
    public static String publish(MeshOptions options, String event, Buffer data) {
        Vertx vertx = Preload.vertx();
        try {
            Future<String> published = Awaiting.on(
                    vertx.getOrCreateContext(),
                    () -> Mesh.connect(vertx, options)
                            .compose(mesh -> mesh.publish(event, data, EventOptions.PLAIN)
                                    .eventually(mesh::close)));
            return Awaiting.result(published, LIMIT, "the stream's answer");
        } finally {
            Awaiting.quietly(vertx.close(), LIMIT);
        }
    }
}
