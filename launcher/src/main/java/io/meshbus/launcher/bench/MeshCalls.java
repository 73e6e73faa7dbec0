package io.meshbus.launcher.bench;

import io.meshbus.sdk.module.Mesh;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** Tool calls as a module's author writes them: JSON on both ends, checked by the tool's schemas. */
final class MeshCalls implements AutoCloseable {
    private final Yard yard;
    private final Mesh server;
    private final Mesh caller;
    private final JsonObject body = new JsonObject(new String(Yard.BODY, java.nio.charset.StandardCharsets.US_ASCII));

    MeshCalls(Yard yard) {
        this.yard = yard;
        this.server = Yard.await(Mesh.connect(yard.vertx(), yard.serverModule()));
        this.caller = Yard.await(Mesh.connect(yard.vertx(), yard.callerModule()));
    }

    /** Its nanoseconds, one after the other. */
    long[] oneByOne(int count) {
        var serving = yard.on(
                yard.loop(),
                () -> server.handle("echo", JsonObject.class, call -> Future.succeededFuture(call.body())));
        try {
            return Window.oneByOne(yard.loop(), count, () -> caller.request(yard.toolName(), body, JsonObject.class));
        } finally {
            Yard.await(serving.close());
        }
    }

    @Override
    public void close() {
        Yard.await(Future.join(server.close(), caller.close()));
    }
}
