package io.meshbus.sdk.manifest;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The order in which modules of one node start: who is needed comes first, else by name (spec 3.5). */
public final class NeedsOrder {
    private NeedsOrder() {}

    /** The modules of a node in the order in which they start; what they need on other nodes is not waited for. */
    public static List<Manifest> of(Definition definition, NodeId node) {
        Map<ModuleId, Manifest> left = new TreeMap<>();
        definition.modulesOn(node).forEach(manifest -> left.put(manifest.module(), manifest));
        List<Manifest> order = new ArrayList<>();
        while (!left.isEmpty()) {
            // A definition has no cycle, so somebody needs nobody who is left.
            Manifest next = left.values().stream()
                    .filter(manifest -> manifest.needs().stream().noneMatch(left::containsKey))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("a cycle in needs: " + left.keySet()));
            left.remove(next.module());
            order.add(next);
        }
        return List.copyOf(order);
    }

    /** Each cycle once, at the first line of it. */
    static void cycles(Map<ModuleId, ManifestDraft> modules, Faults faults) {
        Set<ModuleId> done = new HashSet<>();
        for (ModuleId start : modules.keySet()) {
            Deque<ModuleId> round = round(start, modules, done);
            if (!round.isEmpty()) {
                ManifestDraft first = Objects.requireNonNull(modules.get(round.getFirst()));
                Place place = first.needs().stream()
                        .filter(need -> round.contains(need.value()))
                        .map(Placed::place)
                        .findFirst()
                        .orElse(Place.of(first.file()));
                String path = round.stream().map(ModuleId::value).collect(Collectors.joining(" needs "));
                String why = path + " needs " + round.getFirst();
                faults.add(place, "needs goes round in a circle", why, "remove one of these");
            }
        }
    }

    /** Walks from one module without recursion; the circle it meets, or nothing. Marks all it has seen as done. */
    private static Deque<ModuleId> round(ModuleId start, Map<ModuleId, ManifestDraft> modules, Set<ModuleId> done) {
        Map<ModuleId, Deque<ModuleId>> open = new LinkedHashMap<>();
        Deque<ModuleId> path = new ArrayDeque<>();
        push(start, modules, done, open, path);
        while (!path.isEmpty()) {
            ModuleId here = path.getLast();
            ModuleId next = Objects.requireNonNull(open.get(here)).poll();
            if (next == null) {
                done.add(here);
                open.remove(here);
                path.removeLast();
            } else if (open.containsKey(next)) {
                while (!path.getFirst().equals(next)) {
                    path.removeFirst();
                }
                done.addAll(open.keySet());
                return path;
            } else {
                push(next, modules, done, open, path);
            }
        }
        return path;
    }

    private static void push(
            ModuleId module,
            Map<ModuleId, ManifestDraft> modules,
            Set<ModuleId> done,
            Map<ModuleId, Deque<ModuleId>> open,
            Deque<ModuleId> path) {
        ManifestDraft draft = modules.get(module);
        if (draft != null && !done.contains(module)) {
            open.put(module, new ArrayDeque<>(new LinkedHashSet<>(Placed.values(draft.needs()))));
            path.addLast(module);
        }
    }
}
