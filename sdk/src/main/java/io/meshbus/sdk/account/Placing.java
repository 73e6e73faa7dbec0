package io.meshbus.sdk.account;

import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.account.ModulePart.Placed;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Definition.Assignment;
import io.meshbus.sdk.manifest.Manifest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which module runs on which enrolled node, with which grants of which living definitions. For one composition. */
final class Placing {
    private final Map<ModuleId, ModulePart> before;
    private final @Nullable Callers callers;
    private final Map<ModuleId, List<Placed>> placed = new HashMap<>();

    /** @param callers as in {@link ModuleGrants#of} */
    Placing(Map<ModuleId, ModulePart> before, @Nullable Callers callers) {
        this.before = before;
        this.callers = callers;
    }

    Map<ModuleId, List<Placed>> place(List<Living> newestFirst, Set<NodeId> enrolled) {
        for (Living living : newestFirst) {
            Set<NodeId> nodes = new HashSet<>(enrolled);
            nodes.retainAll(living.nodes());
            boolean everywhere = nodes.containsAll(living.definition().nodes().keySet());
            place(living.definition(), everywhere ? node -> true : nodes::contains);
        }
        if (newestFirst.size() > 1) {
            placed.replaceAll((module, all) -> union(all));
        }
        return placed;
    }

    /** A definition's assignments are sorted: those of one module stand together. */
    private void place(Definition definition, Predicate<NodeId> counts) {
        ModuleId module = null;
        NodeId last = null;
        List<ModuleGrants> grants = List.of();
        List<Placed> here = List.of();
        for (Assignment assignment : definition.assignments()) {
            NodeId node = assignment.node();
            boolean another = !assignment.module().equals(module);
            if (counts.test(node) && (another || !node.equals(last))) {
                if (another) {
                    module = assignment.module();
                    grants = grants(definition, module);
                    here = placed.computeIfAbsent(module, m -> new ArrayList<>());
                }
                here.add(new Placed(node, grants));
                last = node;
            }
        }
    }

    private List<ModuleGrants> grants(Definition definition, ModuleId module) {
        Manifest manifest = Objects.requireNonNull(definition.modules().get(module), "an assigned module is defined");
        ModuleGrants made = ModuleGrants.of(definition, manifest, callers);
        return before.getOrDefault(module, ModulePart.NONE).known(made).orElseGet(() -> List.of(made));
    }

    /** Each node once. The sort is stable: of one node's grants the newest definition's stay first. */
    private static List<Placed> union(List<Placed> all) {
        all.sort(Comparator.comparing(Placed::node));
        List<Placed> union = new ArrayList<>(all.size());
        for (Placed one : all) {
            Placed last = union.isEmpty() ? null : union.get(union.size() - 1);
            if (last != null && last.node().equals(one.node())) {
                List<ModuleGrants> both = new ArrayList<>(last.grants());
                both.addAll(one.grants());
                union.set(union.size() - 1, new Placed(one.node(), List.copyOf(both)));
            } else {
                union.add(one);
            }
        }
        return union;
    }
}
