package io.meshbus.sdk.impl;

import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;

/** Looks at the server's own numbers. */
final class JnatsProbe {
    private final Bed bed;

    JnatsProbe(Bed bed) {
        this.bed = bed;
    }

    long ackPending(String stream, String consumer) throws Exception {
        return info(stream, consumer).getNumAckPending();
    }

    io.nats.client.api.ConsumerInfo info(String stream, String consumer) throws Exception {
        JetStreamManagement management =
                bed.streamsWire().management(JetStreamOptions.builder().build());
        return management.getConsumerInfo(stream, consumer);
    }
}
