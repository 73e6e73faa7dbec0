package io.meshbus.control.deadletter;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.wire.WireCodec;

/** The server's word that a delivery was tried as often as it may be (facts 5); it carries no bytes. */
record Advisory(
        String stream,
        String consumer,
        @JsonProperty("stream_seq") long sequence,
        long deliveries) {
    static final String SUBJECT_PREFIX = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.";

    /** @throws io.meshbus.sdk.problem.ProblemException {@code BAD_PAYLOAD} */
    static Advisory read(Message message) {
        return WireCodec.decode(message.body(), Advisory.class);
    }
}
