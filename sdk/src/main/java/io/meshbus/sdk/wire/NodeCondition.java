package io.meshbus.sdk.wire;

import io.meshbus.sdk.id.NodeId;

/**
 * What is observed of a node (spec 2.3): the value of its key {@code node.<node>} in the bucket, and the data of the event
 * that tells of a change.
 *
 * @param state {@code expected}, {@code enrolled}, {@code converging}, {@code converged}, {@code failed}, {@code refused},
 *     or {@code gone} for one that the mesh has no more
 * @param quiet no heartbeat for three intervals
 * @param reason why it failed or refused, else empty
 * @param digest of what is declared to it, empty for nothing
 */
public record NodeCondition(int v, NodeId node, String state, boolean quiet, String reason, String digest) {
    public NodeCondition {
        Require.member(node, "node");
        Require.member(state, "state");
        Require.member(reason, "reason");
        Require.member(digest, "digest");
    }
}
