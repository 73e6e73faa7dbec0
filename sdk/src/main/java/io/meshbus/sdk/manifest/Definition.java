package io.meshbus.sdk.manifest;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.SeatId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A whole mesh as pushed (spec 3.3), valid by construction of its reader.
 *
 * @param mesh the mesh's name, a DNS label
 * @param nodes node → labels
 * @param assignments which module runs where, selectors resolved, sorted
 * @param modules by name
 * @param seats by name, the foundation seats included
 * @param artefacts by path in the definition ({@code modules/m/x.jar})
 * @param where file:line of what was declared, by a stable path such as {@code modules.orders.uses[0]}
 */
public record Definition(
        String mesh,
        Map<NodeId, Map<String, String>> nodes,
        List<Assignment> assignments,
        Map<ModuleId, Manifest> modules,
        Map<SeatId, Seat> seats,
        Map<String, ArtefactRef> artefacts,
        Map<String, String> where) {
    /** Module M runs on node N. */
    public record Assignment(ModuleId module, NodeId node) implements Comparable<Assignment> {
        @Override
        public int compareTo(Assignment other) {
            int byModule = module.compareTo(other.module);
            return byModule != 0 ? byModule : node.compareTo(other.node);
        }
    }

    /** @param size bytes */
    public record ArtefactRef(String sha256, long size) {}

    public Definition {
        nodes = ordered(nodes);
        assignments = assignments.stream().sorted().toList();
        modules = ordered(modules);
        seats = ordered(seats);
        artefacts = ordered(artefacts);
        where = ordered(where);
    }

    private static <K, V> Map<K, V> ordered(Map<K, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    public List<Manifest> modulesOn(NodeId node) {
        return assignments.stream()
                .filter(a -> a.node().equals(node))
                .map(a -> Optional.ofNullable(modules.get(a.module())).orElseThrow())
                .toList();
    }

    public List<NodeId> nodesOf(ModuleId module) {
        return assignments.stream()
                .filter(a -> a.module().equals(module))
                .map(Assignment::node)
                .toList();
    }

    /** The modules that hold a seat. */
    public List<Manifest> holdersOf(SeatId seat) {
        return modules.values().stream().filter(m -> m.holds().contains(seat)).toList();
    }
}
