package io.meshbus.control.observation;

import io.meshbus.control.ModuleState;
import io.meshbus.control.ObservedMesh;
import io.meshbus.control.store.Store.Declared;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.wire.ModuleCondition;
import io.meshbus.sdk.wire.NodeCondition;
import io.meshbus.sdk.wire.WireCodec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The conditions of a mesh, by their keys in the bucket. Pure. */
final class Conditions {
    static final String NODE = "node.";
    static final String MODULE = "module.";
    /** The state of what the mesh has no more. */
    static final String GONE = "gone";

    private Conditions() {}

    /** @param wasQuiet what was last known: nobody becomes loud because a controller has just begun to listen */
    static Map<String, Object> of(ObservedMesh mesh, Predicate<NodeId> wasQuiet) {
        Map<String, Object> all = new TreeMap<>();
        mesh.names().forEach(name -> all.put(NODE + name, node(mesh, name, wasQuiet)));
        mesh.definition()
                .ifPresent(definition -> definition
                        .modules()
                        .values()
                        .forEach(manifest -> all.put(MODULE + manifest.module(), module(mesh, definition, manifest))));
        return all;
    }

    private static NodeCondition node(ObservedMesh mesh, NodeId name, Predicate<NodeId> wasQuiet) {
        Declared declared = mesh.declared().get(name);
        return new NodeCondition(
                WireCodec.VERSION,
                name,
                mesh.state(name).word(),
                mesh.quiet(name).orElseGet(() -> wasQuiet.test(name)),
                mesh.reason(name),
                declared == null ? "" : declared.digest());
    }

    private static ModuleCondition module(ObservedMesh mesh, Definition definition, Manifest manifest) {
        ModuleId id = manifest.module();
        List<NodeId> nodes = definition.nodesOf(id);
        Map<String, String> words = new TreeMap<>();
        nodes.forEach(node -> words.put(node.value(), mesh.state(id, node).word()));
        return new ModuleCondition(
                WireCodec.VERSION,
                id,
                manifest.version(),
                ModuleState.whole(
                                nodes.stream().map(node -> mesh.state(id, node)).toList())
                        .word(),
                words,
                nodes.stream()
                        .filter(node -> mesh.state(id, node) == ModuleState.FAILED)
                        .map(node -> mesh.reason(id, node))
                        .findFirst()
                        .orElse(""));
    }

    /** What stands in place of a condition whose node or module the mesh has no more. */
    static Object gone(String key) {
        return key.startsWith(NODE)
                ? new NodeCondition(WireCodec.VERSION, new NodeId(key.substring(NODE.length())), GONE, false, "", "")
                : new ModuleCondition(
                        WireCodec.VERSION, new ModuleId(key.substring(MODULE.length())), "", GONE, Map.of(), "");
    }
}
