package io.meshbus.node.host.rules;

import io.meshbus.sdk.id.ModuleId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How to get from what runs to what is declared.
 *
 * @param stop in the order of stopping: last started first
 * @param start in the order of declaration; a replaced module is in both
 * @param keep untouched
 */
public record Plan(List<ModuleId> stop, List<ModuleId> start, List<ModuleId> keep) {
    public Plan {
        stop = List.copyOf(stop);
        start = List.copyOf(start);
        keep = List.copyOf(keep);
    }

    /** @param fingerprint equal exactly when a running module needs no restart */
    public record Wanted(ModuleId module, String fingerprint) {}

    /** @param running module → fingerprint, in the order of starting */
    public static Plan of(List<Wanted> declared, Map<ModuleId, String> running) {
        Map<ModuleId, String> wanted = new HashMap<>();
        declared.forEach(module -> wanted.put(module.module(), module.fingerprint()));
        List<ModuleId> stop = new ArrayList<>();
        running.forEach((module, fingerprint) -> {
            if (!fingerprint.equals(wanted.get(module))) {
                stop.add(module);
            }
        });
        Collections.reverse(stop);
        List<ModuleId> start = new ArrayList<>();
        List<ModuleId> keep = new ArrayList<>();
        for (Wanted module : declared) {
            boolean stands = module.fingerprint().equals(running.get(module.module()));
            (stands ? keep : start).add(module.module());
        }
        return new Plan(stop, start, keep);
    }

    public boolean changesNothing() {
        return stop.isEmpty() && start.isEmpty();
    }
}
