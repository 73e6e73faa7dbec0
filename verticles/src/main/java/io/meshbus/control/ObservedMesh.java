package io.meshbus.control;

import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.Declared;
import io.meshbus.control.store.Store.Desired;
import io.meshbus.control.store.Store.Node;
import io.meshbus.control.store.Store.Reported;
import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.wire.Report.ResourceReport;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The mesh as the store and the intake know it at one moment; what a node's and a module's state is called is said here. */
public record ObservedMesh(
        Desired desired,
        Map<NodeId, Node> nodes,
        Map<NodeId, Declared> declared,
        Map<NodeId, Reported> reports,
        JsonObject intake) {
    /** Fails with {@code STORE_AWAY}. */
    public static Future<ObservedMesh> read(Vertx vertx, Store store, ControllerConfig config) {
        return store.desired(config.answers())
                .compose(desired -> store.nodes()
                        .compose(nodes -> store.declared()
                                .compose(declared -> store.reports()
                                        .compose(reports -> intake(vertx)
                                                .map(intake -> new ObservedMesh(
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

    /** The newest one. */
    public Optional<Definition> definition() {
        List<Living> definitions = desired.mesh().definitions();
        return definitions.isEmpty()
                ? Optional.empty()
                : Optional.of(definitions.get(definitions.size() - 1).definition());
    }

    /** Those that are enrolled or defined. */
    public Set<NodeId> names() {
        Set<NodeId> names = new TreeSet<>(nodes.keySet());
        definition().ifPresent(d -> names.addAll(d.nodes().keySet()));
        return names;
    }

    public NodeState state(NodeId name) {
        Declared of = declared.get(name);
        Reported said = reports.get(name);
        return NodeState.of(
                nodes.containsKey(name),
                of == null ? null : of.digest(),
                of != null && of.push() == desired.push(),
                said == null ? null : said.report().digest(),
                said == null ? null : said.report().outcome());
    }

    /** Why it failed or refused; else empty. */
    public String reason(NodeId name) {
        NodeState state = state(name);
        Reported said = reports.get(name);
        return said != null && (state == NodeState.FAILED || state == NodeState.REFUSED)
                ? said.report().reason()
                : "";
    }

    /** Empty while nobody knows: it was not heard yet, and not long enough ago. */
    public Optional<Boolean> quiet(NodeId name) {
        if (!nodes.containsKey(name)) {
            return Optional.of(false);
        }
        JsonObject heard = intake.getJsonObject("nodes", new JsonObject()).getJsonObject(name.value());
        if (heard != null) {
            return Optional.of(heard.getBoolean("quiet", false));
        }
        return intake.getBoolean("unheardIsQuiet", false) ? Optional.of(true) : Optional.empty();
    }

    public ModuleState state(ModuleId module, NodeId node) {
        NodeState of = state(node);
        return of == NodeState.EXPECTED || of == NodeState.ENROLLED
                ? ModuleState.EXPECTED
                : said(module, node)
                        .map(report -> report.ok() ? ModuleState.RUNNING : ModuleState.FAILED)
                        .orElse(ModuleState.CONVERGING);
    }

    /** Why it failed there; else empty. */
    public String reason(ModuleId module, NodeId node) {
        return state(module, node) == ModuleState.FAILED
                ? said(module, node).map(ResourceReport::reason).orElse("")
                : "";
    }

    private Optional<ResourceReport> said(ModuleId module, NodeId node) {
        return Optional.ofNullable(reports.get(node))
                .flatMap(reported -> reported.report().resources().stream()
                        .filter(resource -> resource.resource().equals("module:" + module))
                        .findFirst());
    }
}
