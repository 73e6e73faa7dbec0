package io.meshbus.sdk.wire;

import io.meshbus.sdk.id.ModuleId;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is observed of a module (spec 2.3): the value of its key {@code module.<module>} in the bucket, and the data of the
 * event that tells of a change.
 *
 * @param version of the newest definition
 * @param state {@code expected} (no machine is there that could run it), {@code converging}, {@code running} on all its
 *     nodes, {@code failed} on one of them, or {@code gone}
 * @param nodes node → the same words for that node, ordered by name
 * @param reason of the first node where it failed, else empty
 */
public record ModuleCondition(
        int v, ModuleId module, String version, String state, Map<String, String> nodes, String reason) {
    public ModuleCondition {
        Require.member(module, "module");
        Require.member(version, "version");
        Require.member(state, "state");
        Require.member(nodes, "nodes");
        Require.member(reason, "reason");
        nodes = Collections.unmodifiableMap(new TreeMap<>(nodes));
    }
}
