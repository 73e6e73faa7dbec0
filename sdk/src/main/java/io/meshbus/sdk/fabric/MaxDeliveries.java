package io.meshbus.sdk.fabric;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.buffer.Buffer;

/** The server's word that it will not deliver a message again (facts 5). */
@JsonIgnoreProperties(ignoreUnknown = true)
record MaxDeliveries(
        @JsonProperty("stream_seq") long sequence,
        @JsonProperty("deliveries") long deliveries) {
    /** @throws io.meshbus.sdk.problem.ProblemException {@code BAD_PAYLOAD} */
    static MaxDeliveries decode(Buffer body) {
        return WireCodec.decode(body, MaxDeliveries.class);
    }
}
