package io.meshbus.sdk.wire;

import io.meshbus.sdk.id.NodeId;

/**
 * A heartbeat.
 *
 * @param load one-minute load average, or -1
 * @param version of meshbus on that node
 * @param digest of the declaration it last converged on, empty for none
 */
public record Alive(int v, NodeId node, double load, String version, String digest) {
    public Alive {
        Require.member(node, "node");
        Require.member(version, "version");
        Require.member(digest, "digest");
    }
}
