package io.meshbus.sdk.module;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.testing.ComposedMesh;
import io.vertx.core.Vertx;
import java.nio.file.Path;

/** The shop's mesh on a server of its own; everything it began is ended with it. */
final class ModuleBed implements AutoCloseable {
    final Vertx vertx = LoopWatch.vertx();
    final ComposedMesh mesh;

    ModuleBed(Path directory) {
        mesh = ComposedMesh.raise(vertx, directory, ShopDefinition.source());
    }

    void deploy(String module, String node, ModuleCode code) throws Exception {
        Bus bus = Soon.await(mesh.bus(module, node));
        Soon.await(ModuleRuntime.deploy(vertx, bus, mesh.context(module, node), code::module));
    }

    /** As a module that believes its manifest says more than the server knows. */
    Mesh believing(Manifests manifest, String node) throws Exception {
        ModuleContext context = manifest.context(node, Manifests.desk());
        Bus bus = Soon.await(mesh.bus(context.manifest().module().value(), node));
        return new ModuleRuntime(vertx, bus, context, true);
    }

    @Override
    public void close() throws Exception {
        for (String id : java.util.List.copyOf(vertx.deploymentIDs())) {
            Soon.await(ModuleRuntime.undeploy(vertx, id));
        }
        mesh.close();
        Soon.await(vertx.close());
    }
}
