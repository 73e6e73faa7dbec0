package io.meshbus.node.host;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.Manifest.Resource;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.Declaration.ModuleDeclaration;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Declarations as tests need them. */
final class Declarations {
    static final NodeId N1 = new NodeId("n1");

    private Declarations() {}

    static Declaration of(String mesh, long epoch, List<String> urls, List<String> pins, ModuleDeclaration... modules) {
        return new Declaration(1, mesh, N1, epoch, urls, pins, List.of(modules));
    }

    static Declaration of(ModuleDeclaration... modules) {
        return of("mesh-1", 1, List.of("tls://127.0.0.1:1"), List.of("pin"), modules);
    }

    static Manifest.Run process(String command, String... args) {
        return new Manifest.Run(
                null, new Manifest.ChildProcess(command, List.of(args), Map.of("GREETING", "hello")), null);
    }

    static Manifest.Run verticle(String className, String artefact) {
        return new Manifest.Run(new Manifest.Verticle(className, artefact, 1), null, null);
    }

    static Manifest.Run container(String image) {
        return new Manifest.Run(null, null, new Manifest.Container(image, List.of(), List.of(), null, null));
    }

    static ModuleDeclaration module(
            String name,
            String version,
            Manifest.Run run,
            Map<String, ArtefactRef> artefacts,
            Map<String, String> files,
            String credentials) {
        List<Resource> resources = List.of(new Resource(null, null, "data"));
        ModuleId id = new ModuleId(name);
        Manifest manifest = new Manifest(
                id,
                version,
                Map.of(),
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                run,
                resources,
                new JsonObject(),
                List.of(),
                new Manifest.Rollout(1, Duration.ZERO, "halt"),
                Manifest.Delivery.DEFAULT);
        return new ModuleDeclaration(id, version, manifest, artefacts, files, credentials, Map.of());
    }

    static ModuleDeclaration module(String name, String version) {
        return module(name, version, process("true"), Map.of(), Map.of("conf/app.yaml", name), "sealed");
    }
}
