package io.meshbus.sdk.module;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.wire.Envelope;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/** A module's types ↔ JSON text. */
final class Json {
    /** Bytes of a body at most, the same for events, calls and work (spec 4.3). */
    static final int BYTES_MAX = Envelope.BYTES_MAX;

    private Json() {}

    /** The JSON text of a value; a {@code Buffer} already is one, null is {@code {}}. */
    static Buffer write(@Nullable Object value) {
        if (value == null) {
            return Buffer.buffer("{}");
        }
        return value instanceof Buffer text ? text : WireCodec.encode(value);
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code TOO_LARGE} naming the limit */
    static Buffer limited(String what, Buffer body) {
        if (body.length() > BYTES_MAX) {
            throw Problem.of(
                            ProblemCode.TOO_LARGE,
                            what + " has " + body.length() + " bytes",
                            "the limit is " + BYTES_MAX + " bytes (1 MiB)",
                            "send a reference to the data, or send it in parts")
                    .asException();
        }
        return body;
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code BAD_PAYLOAD} with the path */
    static <T> T read(Buffer text, Class<T> type) {
        return type == Buffer.class ? type.cast(text) : WireCodec.decode(text, type);
    }
}
