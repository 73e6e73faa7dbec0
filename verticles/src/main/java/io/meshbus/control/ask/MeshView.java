package io.meshbus.control.ask;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.ControllerConfig;
import io.meshbus.control.ask.rules.NodeState;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.Declared;
import io.meshbus.control.store.Store.Desired;
import io.meshbus.control.store.Store.Node;
import io.meshbus.control.store.Store.Reported;
import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.manifest.Definition;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The mesh as the store and the intake know it at one moment. */
record MeshView(
        Desired desired,
        Map<NodeId, Node> nodes,
        Map<NodeId, Declared> declared,
        Map<NodeId, Reported> reports,
        JsonObject intake) {
    static Future<MeshView> read(Vertx vertx, Store store, ControllerConfig config) {
        return store.desired(config.answers())
                .compose(desired -> store.nodes()
                        .compose(nodes -> store.declared()
                                .compose(declared -> store.reports()
                                        .compose(reports -> intake(vertx)
                                                .map(intake -> new MeshView(
                                                        desired,
                                                        nodes.stream().collect(Collectors.toMap(Node::id, n -> n)),
                                                        declared,
                                                        reports,
                                                        intake))))));
    }

    /** Without it nothing is known of heartbeats, and nothing more is missing. */
    private static Future<JsonObject> intake(Vertx vertx) {
        return vertx.eventBus()
                .<JsonObject>request(ControlAddress.INTAKE_STATE, null)
                .map(reply -> reply.body())
                .otherwise(new JsonObject().put("nodes", new JsonObject()));
    }

    Optional<Definition> definition() {
        List<Living> definitions = desired.mesh().definitions();
        return definitions.isEmpty()
                ? Optional.empty()
                : Optional.of(definitions.get(definitions.size() - 1).definition());
    }

    JsonArray nodesJson() {
        Set<NodeId> names = new TreeSet<>(nodes.keySet());
        definition().ifPresent(d -> names.addAll(d.nodes().keySet()));
        JsonArray all = new JsonArray();
        names.forEach(name -> all.add(node(name)));
        return all;
    }

    private JsonObject node(NodeId name) {
        Declared of = declared.get(name);
        Reported said = reports.get(name);
        boolean enrolled = nodes.containsKey(name);
        NodeState state = NodeState.of(
                enrolled,
                of == null ? null : of.digest(),
                of != null && of.push() == desired.push(),
                said == null ? null : said.report().digest(),
                said == null ? null : said.report().outcome());
        JsonObject heard = intake.getJsonObject("nodes", new JsonObject()).getJsonObject(name.value());
        return new JsonObject()
                .put("name", name.value())
                .put("state", state.word())
                .put("converged", state == NodeState.CONVERGED)
                .put("reason", reason(state, said))
                .put("declaration", declaration(of))
                .put("quiet", enrolled && quiet(heard))
                .put("lastSeen", heard == null ? null : heard.getString("lastSeen"))
                .put("version", heard == null ? null : heard.getString("version"))
                .put("load", heard == null ? null : heard.getDouble("load"));
    }

    private static String reason(NodeState state, @Nullable Reported said) {
        return said != null && (state == NodeState.FAILED || state == NodeState.REFUSED)
                ? said.report().reason()
                : "";
    }

    private boolean quiet(@Nullable JsonObject heard) {
        return heard == null ? intake.getBoolean("unheardIsQuiet", false) : heard.getBoolean("quiet", false);
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
                .ifPresent(d -> d.modules()
                        .forEach((id, manifest) -> all.add(new JsonObject()
                                .put("name", id.value())
                                .put("version", manifest.version())
                                .put("nodes", texts(d.nodesOf(id))))));
        return all;
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
