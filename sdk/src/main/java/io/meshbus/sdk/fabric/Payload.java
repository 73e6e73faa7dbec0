package io.meshbus.sdk.fabric;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/** What the fabric's payloads share when they are read. Pure. */
final class Payload {
    private Payload() {}

    static String require(String field, @Nullable String value) {
        if (value == null || value.isEmpty()) {
            throw refused("field " + field + (value == null ? " is missing" : " is empty"));
        }
        return value;
    }

    static <T> T decode(Buffer body, Class<T> type) {
        if (body.length() == 0) {
            throw refused("it has no bytes");
        }
        return WireCodec.decode(body, type);
    }

    private static ProblemException refused(String why) {
        return Problem.of(
                        ProblemCode.BAD_PAYLOAD,
                        "this is no reference of the fabric",
                        why,
                        "publish with this SDK, or by docs/FABRIC")
                .asException();
    }
}
