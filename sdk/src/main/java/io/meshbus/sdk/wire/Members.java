package io.meshbus.sdk.wire;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * The members of a small JSON file, read one by one. For the few files that every client command reads: {@link WireCodec}
 * would bring the whole of data binding into a program that lives for half a second. All members are required; unknown
 * ones are ignored; everything fails with {@code BAD_PAYLOAD} and the member's name. Immutable.
 */
public final class Members {
    private final String payload;
    private final JsonObject object;

    private Members(String payload, JsonObject object) {
        this.payload = payload;
        this.object = object;
    }

    /** @param payload what this is, for messages */
    public static Members of(Buffer file, String payload) {
        try {
            return new Members(payload, new JsonObject(file));
        } catch (DecodeException e) {
            throw refused(payload, "", WireCodec.firstLine(String.valueOf(e.getMessage())));
        }
    }

    public String text(String member) {
        if (object.getValue(member) instanceof String text) {
            return text;
        }
        throw refused(payload, member, "a text is expected");
    }

    public int whole(String member) {
        if (object.getValue(member) instanceof Integer whole) {
            return whole;
        }
        throw refused(payload, member, "a whole number is expected");
    }

    public List<String> texts(String member) {
        if (object.getValue(member) instanceof JsonArray array && array.stream().allMatch(String.class::isInstance)) {
            return array.stream().map(String.class::cast).toList();
        }
        throw refused(payload, member, "a list of texts is expected");
    }

    static ProblemException refused(String payload, String path, String why) {
        return new Problem(
                        ProblemCode.BAD_PAYLOAD,
                        "a " + payload + " cannot be read",
                        path,
                        why,
                        "send what docs/WIRE says for this payload")
                .asException();
    }
}
