package io.meshbus.control.ask;

import io.meshbus.control.ControllerConfig;
import io.meshbus.control.ModuleState;
import io.meshbus.control.NodeState;
import io.meshbus.control.ObservedMesh;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.Declared;
import io.meshbus.control.store.Store.Desired;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.manifest.Definition;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The mesh at one moment as the ask api shows it. */
record MeshView(ObservedMesh mesh) {
    static Future<MeshView> read(Vertx vertx, Store store, ControllerConfig config) {
        return ObservedMesh.read(vertx, store, config).map(MeshView::new);
    }

    Desired desired() {
        return mesh.desired();
    }

    JsonObject intake() {
        return mesh.intake();
    }

    Optional<Definition> definition() {
        return mesh.definition();
    }

    JsonArray nodesJson() {
        JsonArray all = new JsonArray();
        mesh.names().forEach(name -> all.add(node(name)));
        return all;
    }

    private JsonObject node(NodeId name) {
        NodeState state = mesh.state(name);
        JsonObject heard =
                mesh.intake().getJsonObject("nodes", new JsonObject()).getJsonObject(name.value());
        return new JsonObject()
                .put("name", name.value())
                .put("state", state.word())
                .put("converged", state == NodeState.CONVERGED)
                .put("reason", mesh.reason(name))
                .put("declaration", declaration(mesh.declared().get(name)))
                .put("quiet", mesh.quiet(name).orElse(false))
                .put("lastSeen", heard == null ? null : heard.getString("lastSeen"))
                .put("version", heard == null ? null : heard.getString("version"))
                .put("load", heard == null ? null : heard.getDouble("load"));
    }

    private static @Nullable JsonObject declaration(@Nullable Declared of) {
        return of == null
                ? null
                : new JsonObject()
                        .put("epoch", of.epoch())
                        .put("sequence", of.sequence())
                        .put("digest", of.digest())
                        .put("push", of.push());
    }

    JsonArray modulesJson() {
        JsonArray all = new JsonArray();
        definition()
                .ifPresent(d ->
                        d.modules().forEach((id, manifest) -> all.add(module(id, manifest.version(), d.nodesOf(id)))));
        return all;
    }

    private JsonObject module(ModuleId id, String version, List<NodeId> nodes) {
        return new JsonObject()
                .put("name", id.value())
                .put("version", version)
                .put("nodes", texts(nodes))
                .put(
                        "state",
                        ModuleState.whole(nodes.stream()
                                        .map(node -> mesh.state(id, node))
                                        .toList())
                                .word())
                .put(
                        "reason",
                        nodes.stream()
                                .filter(node -> mesh.state(id, node) == ModuleState.FAILED)
                                .map(node -> node + ": " + mesh.reason(id, node))
                                .findFirst()
                                .orElse(""));
    }

    JsonArray seatsJson() {
        JsonArray all = new JsonArray();
        definition()
                .ifPresent(d -> d.seats()
                        .forEach((id, seat) -> all.add(new JsonObject()
                                .put("name", id.value())
                                .put("description", seat.description())
                                .put("oneHolder", seat.oneHolder())
                                .put(
                                        "holders",
                                        texts(d.holdersOf(id).stream()
                                                .map(m -> m.module())
                                                .toList()))
                                .put("accepts", texts(seat.accepts().keySet()))
                                .put("emits", texts(seat.emits().keySet()))
                                .put("serves", texts(seat.serves().keySet())))));
        return all;
    }

    private static JsonArray texts(Iterable<?> names) {
        JsonArray all = new JsonArray();
        names.forEach(name -> all.add(String.valueOf(name)));
        return all;
    }
}
