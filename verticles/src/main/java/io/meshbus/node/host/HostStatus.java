package io.meshbus.node.host;

import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.wire.Report.Outcome;

/**
 * How a host is, for health and display.
 *
 * @param link how it stands with the bus
 * @param digest of the declaration last applied, empty for none
 */
public record HostStatus(NodeId node, Link link, long epoch, long sequence, String digest, Outcome outcome) {
    /** How a host stands with the bus. */
    public enum Link {
        CONNECTING,
        CONNECTED,
        AWAY,
        /** The bus refuses its credentials: it was removed, or given new ones elsewhere. */
        REFUSED,
        CLOSED
    }
}
