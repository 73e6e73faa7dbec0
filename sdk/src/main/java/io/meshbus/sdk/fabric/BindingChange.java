package io.meshbus.sdk.fabric;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.buffer.Buffer;

/**
 * Says that a session's binding is no longer what it was, not what it is now (spec 6.2): a change that comes twice or late
 * cannot install an older binding.
 *
 * @param op {@link #BOUND} or {@link #UNBOUND}; another one is received as it is and means: drop the entry and read again
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record BindingChange(
        @JsonProperty("tenant") String tenant,
        @JsonProperty("session_id") String sessionId,
        @JsonProperty("op") String op) {
    public static final String BOUND = "bound";
    public static final String UNBOUND = "unbound";

    /** @throws io.meshbus.sdk.problem.ProblemException {@code BAD_NAME} naming the field and the character */
    @JsonCreator
    public BindingChange {
        Token.require("tenant", Payload.require("tenant", tenant));
        Token.requireText("session_id", Payload.require("session_id", sessionId));
        Token.requireText("op", Payload.require("op", op));
    }

    public static BindingChange bound(String tenant, String sessionId) {
        return new BindingChange(tenant, sessionId, BOUND);
    }

    public static BindingChange unbound(String tenant, String sessionId) {
        return new BindingChange(tenant, sessionId, UNBOUND);
    }

    /** What may be published: the set of operations is open for who receives only. */
    BindingChange requirePublishable() {
        if (!op.equals(BOUND) && !op.equals(UNBOUND)) {
            throw Token.refused("op", op, "published are " + BOUND + " and " + UNBOUND);
        }
        return this;
    }

    /** {@code {"tenant":…,"session_id":…,"op":…}} without spaces. */
    public Buffer encode() {
        return WireCodec.encode(this);
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code BAD_PAYLOAD} or {@code BAD_NAME} */
    public static BindingChange decode(Buffer body) {
        return Payload.decode(body, BindingChange.class);
    }
}
