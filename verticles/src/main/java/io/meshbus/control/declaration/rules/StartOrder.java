package io.meshbus.control.declaration.rules;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.manifest.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** In which order the modules of a node start: whoever is needed first, otherwise by name. */
public final class StartOrder {
    private StartOrder() {}

    /** A need of a module that is not on this node orders nothing here; a cycle was refused at the push. */
    public static List<Manifest> of(List<Manifest> onNode) {
        Map<ModuleId, Manifest> left = new TreeMap<>();
        onNode.forEach(manifest -> left.put(manifest.module(), manifest));
        List<Manifest> ordered = new ArrayList<>();
        while (!left.isEmpty()) {
            Manifest next = left.values().stream()
                    .filter(manifest -> manifest.needs().stream().noneMatch(left::containsKey))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("modules need one another: " + left.keySet()));
            ordered.add(next);
            left.remove(next.module());
        }
        return ordered;
    }
}
