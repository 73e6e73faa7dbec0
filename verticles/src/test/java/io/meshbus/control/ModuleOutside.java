package io.meshbus.control;

import static io.meshbus.control.MeshFixture.await;

import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.module.MeshOptions;
import io.meshbus.sdk.secret.Sealing;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.nats.client.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Modules of a bed's definition, each on its node with its own rights, run by the test itself: no host, no jar. */
public final class ModuleOutside {
    private final ControllerBed bed;
    private final Map<String, String> definition;
    private final Map<NodeId, SealingKey> keys;

    /** Enrols the nodes, pushes the definition, waits until its principals are live and its durables stand. */
    public ModuleOutside(ControllerBed bed, Map<String, String> definition, String... nodes) throws Exception {
        this.bed = bed;
        this.definition = definition;
        this.keys = new HashMap<>();
        bed.push(definition);
        for (String name : nodes) {
            NodeId node = new NodeId(name);
            keys.put(node, SealingKey.generate(ControllerBed.RANDOM));
            bed.mesh.enrol(node, keys.get(node));
        }
        stands();
    }

    private ModuleOutside(ControllerBed bed, Map<String, String> definition, Map<NodeId, SealingKey> keys) {
        this.bed = bed;
        this.definition = definition;
        this.keys = keys;
    }

    /** Modules that believe another definition than the one that was pushed. */
    public ModuleOutside reading(Map<String, String> other) {
        return new ModuleOutside(bed, other, keys);
    }

    /** The newest revision is live on the broker and in its streams. */
    public void stands() throws Exception {
        bed.mesh.nudge();
        bed.mesh.live();
        long wanted = await(bed.mesh.store.revision());
        org.awaitility.Awaitility.await()
                .atMost(java.time.Duration.ofSeconds(60))
                .until(() -> await(bed.mesh.store.reached("streams")) >= wanted);
    }

    /** A connected module; {@code start} registers what it does, on a context of its own. */
    public Mesh module(String module, String node, Function<Mesh, io.vertx.core.Future<?>> start) throws Exception {
        PrincipalId principal = principal(module, node);
        BusOptions options = BusOptions.mesh(
                principal, List.of(bed.mesh.identity.url()), bed.mesh.identity.pins(), password(principal, node));
        io.vertx.core.Promise<Mesh> made = io.vertx.core.Promise.promise();
        bed.mesh
                .vertx
                .getOrCreateContext()
                .runOnContext(now -> Mesh.connect(
                                bed.mesh.vertx, MeshOptions.of(options, new DefinitionSource(definition, Map.of())))
                        .compose(mesh -> start.apply(mesh).map(mesh))
                        .onComplete(made));
        return await(made.future());
    }

    /** The same principal without the SDK. */
    public Connection plain(String module, String node) throws Exception {
        PrincipalId principal = principal(module, node);
        return bed.mesh.connect(principal, password(principal, node));
    }

    /** The host of a node, which says what the test makes it say. */
    public Connection host(String node) throws Exception {
        PrincipalId principal = PrincipalId.host(new NodeId(node));
        return bed.mesh.connect(principal, password(principal, node));
    }

    private static PrincipalId principal(String module, String node) {
        return PrincipalId.module(new ModuleId(module), new NodeId(node));
    }

    private Secret password(PrincipalId principal, String node) throws Exception {
        return Secret.of(Sealing.open(
                keys.get(new NodeId(node)),
                principal.value(),
                await(bed.mesh.store.secret(principal)).orElseThrow().sealed()));
    }
}
