package io.meshbus.sdk.wire;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event on the wire: CloudEvents 1.0 in structured JSON mode (spec 4.3). Data and unknown members are kept as the
 * JSON text they came as, so that an envelope that is passed on is the same bytes.
 *
 * @param id unique, also the header {@code Nats-Msg-Id}
 * @param source {@code mesh://<mesh>/<node>/<module>}
 * @param type {@code <module>.<event>}, for a role's event {@code seat:<seat>.<event>}
 * @param subject what it is about, or null
 * @param time when it happened, to the millisecond
 * @param datacontenttype media type of the data
 * @param dataschema its schema's address, or null
 * @param traceparent W3C trace context, or null
 * @param extensions members this contract does not know, name → JSON text, in their order
 * @param data JSON text, or null when there is none
 */
public record Envelope(
        String id,
        String source,
        String type,
        @Nullable String subject,
        Instant time,
        String datacontenttype,
        @Nullable String dataschema,
        @Nullable String traceparent,
        Map<String, Buffer> extensions,
        @Nullable Buffer data) {
    public static final String SPECVERSION = "1.0";
    public static final String JSON = "application/json";
    /** Bytes of an envelope at most (spec 4.3). */
    public static final int BYTES_MAX = 1 << 20;

    public Envelope {
        Require.member(id, "id");
        Require.member(source, "source");
        Require.member(type, "type");
        Require.member(time, "time");
        Require.member(datacontenttype, "datacontenttype");
        time = time.truncatedTo(ChronoUnit.MILLIS);
        extensions = Collections.unmodifiableMap(new LinkedHashMap<>(extensions));
    }

    /** The exact bytes: members in the order of the record, no spaces between them. */
    public Buffer encode() {
        return EnvelopeCodec.encode(this);
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code BAD_PAYLOAD} naming the member */
    public static Envelope decode(Buffer body) {
        return EnvelopeCodec.decode(body);
    }
}
