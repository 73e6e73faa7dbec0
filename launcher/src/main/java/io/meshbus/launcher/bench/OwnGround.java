package io.meshbus.launcher.bench;

import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.module.MeshOptions;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.testing.ComposedMesh;
import io.vertx.core.Vertx;
import java.nio.file.Path;

/** A nats-server of the bench's own with composed accounts, in a directory that the caller removes. */
final class OwnGround implements Ground {
    private final ComposedMesh mesh;

    OwnGround(Vertx vertx, Path directory, String serving, String calling) {
        mesh = ComposedMesh.raiseHere(vertx, directory, Ground.definition(serving, calling));
    }

    @Override
    public BusOptions options(PrincipalId principal) {
        return mesh.options(principal);
    }

    @Override
    public BusOptions streams() {
        return mesh.options(PrincipalId.STREAMS).withApiPrefix("$JS.API");
    }

    @Override
    public String stream() {
        return Streams.EVENTS;
    }

    @Override
    public MeshOptions module(PrincipalId principal) {
        String[] names = principal.value().split("\\.", 2);
        return mesh.options(names[0], names[1]);
    }

    @Override
    public void close() {
        mesh.close();
    }
}
