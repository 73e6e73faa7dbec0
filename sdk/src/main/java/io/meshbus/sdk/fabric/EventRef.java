package io.meshbus.sdk.fabric;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/**
 * Names a changed row and never carries it (spec 6.2): who receives it reads the row, so that a second delivery does no
 * harm.
 *
 * @param kind its wire name; one that this version does not know stays text
 * @param rowId opaque
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record EventRef(
        @JsonProperty("tenant") String tenant,
        @JsonProperty("kind") String kind,
        @JsonProperty("row_id") String rowId) {
    /** @throws io.meshbus.sdk.problem.ProblemException {@code BAD_NAME} naming the field and the character */
    @JsonCreator
    public EventRef {
        Token.require("tenant", Payload.require("tenant", tenant));
        Token.require("kind", Payload.require("kind", kind));
        Token.requireText("row_id", Payload.require("row_id", rowId));
    }

    public static EventRef of(String tenant, Kind kind, String rowId) {
        return new EventRef(tenant, kind.wireName(), rowId);
    }

    /** The kind, if this version knows it. */
    @JsonIgnore
    public Optional<Kind> known() {
        return Kind.of(kind);
    }

    /** {@code {"tenant":…,"kind":…,"row_id":…}} without spaces. */
    public Buffer encode() {
        return WireCodec.encode(this);
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code BAD_PAYLOAD} or {@code BAD_NAME} */
    public static EventRef decode(Buffer body) {
        return Payload.decode(body, EventRef.class);
    }
}
