package io.meshbus.sdk.wire;

import io.meshbus.sdk.id.NodeId;

/**
 * A broker node says which configuration its server runs (spec 3.4).
 *
 * @param checked digest of the configuration it checked last
 * @param running digest of the one its server runs
 */
public record BrokerReport(int v, NodeId node, String checked, String running) {
    public BrokerReport {
        Require.member(node, "node");
        Require.member(checked, "checked");
        Require.member(running, "running");
    }
}
