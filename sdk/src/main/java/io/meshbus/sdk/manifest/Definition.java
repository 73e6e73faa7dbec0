package io.meshbus.sdk.manifest;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.RunnerId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.ServerId;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A whole mesh as pushed (spec 3.3), valid by construction of its reader.
 *
 * @param mesh the mesh's name, a DNS label
 * @param nodes node → labels
 * @param assignments which module runs where, selectors resolved, sorted
 * @param modules by name
 * @param seats by name, the foundation seats included
 * @param artefacts by path in the definition ({@code modules/m/x.jar})
 * @param where file:line of what was declared, by the path of its key: {@code nodes.n1}, {@code assignments.orders},
 *     {@code modules.orders.uses[0]}, {@code modules.orders.serves.quote}, {@code modules.orders.seats.holds[0]}, {@code
 *     seats.pricing-desk.serves.list}
 * @param settings what else mesh.yaml says
 */
public record Definition(
        String mesh,
        Map<NodeId, Map<String, String>> nodes,
        List<Assignment> assignments,
        Map<ModuleId, Manifest> modules,
        Map<SeatId, Seat> seats,
        Map<String, ArtefactRef> artefacts,
        Map<String, String> where,
        Settings settings) {
    /**
     * What the mesh says about itself.
     *
     * @param answers {@code derived} or {@code allow_responses}; null leaves it to the controller
     * @param auth {@code password} or {@code nkey}: how principals that are new prove themselves; null leaves it to how
     *     the mesh was made
     * @param retention by stream: {@code events}, {@code dead}, {@code artefacts}
     * @param fabric who takes part in the tenant fabric (spec 6.5)
     * @param sources raw (spec 3.10)
     */
    public record Settings(
            @Nullable String answers,
            @Nullable String auth,
            Map<String, Retention> retention,
            Fabric fabric,
            JsonObject sources) {
        public static final Settings NONE = new Settings(null, null, Map.of(), Fabric.NONE, new JsonObject());

        public Settings {
            retention = ordered(retention);
        }
    }

    /**
     * How long and how much a stream keeps; null leaves the default of spec 2.3.
     *
     * @param maxBytes bytes
     * @param maxEvent bytes of one event with its headers; of {@code events} only
     */
    public record Retention(
            @Nullable Duration maxAge,
            @Nullable Long maxBytes,
            @Nullable Long maxEvent) {}

    /**
     * The users of account FABRIC, each with the public nkey that it proves itself with; its seed never leaves it.
     *
     * @param servers name → public key
     * @param runners id → public key
     */
    public record Fabric(Map<ServerId, String> servers, Map<RunnerId, String> runners) {
        public static final Fabric NONE = new Fabric(Map.of(), Map.of());

        public Fabric {
            servers = ordered(servers);
            runners = ordered(runners);
        }
    }

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

    /** Without settings. */
    public Definition(
            String mesh,
            Map<NodeId, Map<String, String>> nodes,
            List<Assignment> assignments,
            Map<ModuleId, Manifest> modules,
            Map<SeatId, Seat> seats,
            Map<String, ArtefactRef> artefacts,
            Map<String, String> where) {
        this(mesh, nodes, assignments, modules, seats, artefacts, where, Settings.NONE);
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

    /** file:line of what stands at a path (see {@link #where}); empty when nothing does. */
    public String whereOf(String path) {
        return where.getOrDefault(path, "");
    }

    /** The modules that hold a seat. */
    public List<Manifest> holdersOf(SeatId seat) {
        return modules.values().stream().filter(m -> m.holds().contains(seat)).toList();
    }
}
