package io.meshbus.sdk.manifest;

import io.meshbus.sdk.manifest.YamlValue.Entry;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Records file:line of every key and list item by its path, as {@link Definition#where} names them. */
final class Wheres {
    private static final int DEPTH_MAX = 4;
    /** Free values: no grant comes from them. */
    private static final Set<String> OPAQUE = Set.of("config", "sources", "env", "args");

    private Wheres() {}

    static void record(YamlValue root, String prefix, Map<String, String> where) {
        record(root, prefix, where, DEPTH_MAX);
    }

    private static void record(YamlValue value, String path, Map<String, String> where, int depth) {
        if (depth == 0) {
            return;
        }
        for (Entry entry : value.entries()) {
            String at = path.isEmpty() ? entry.key() : path + "." + entry.key();
            where.put(at, entry.place().toString());
            if (!OPAQUE.contains(entry.key())) {
                record(entry.value(), at, where, depth - 1);
            }
        }
        List<YamlValue> items = value.items();
        for (int i = 0; i < items.size(); i++) {
            where.put(path + "[" + i + "]", items.get(i).place().toString());
        }
    }
}
