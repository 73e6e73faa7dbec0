package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** What went wrong with a call ↔ header {@code Mesh-Error} and body {code, message, details} (spec 4.3). */
final class Answers {
    private Answers() {}

    static Message of(Buffer output) {
        return Message.of("", output);
    }

    static Message of(CallException failure) {
        JsonObject body = new JsonObject()
                .put("code", failure.reason())
                .put("message", failure.problem().what())
                .put("details", failure.details());
        return Message.of("", Headers.of(WireHeaders.ERROR, failure.code().name()), WireCodec.encode(body));
    }

    /** What a handler failed with, as its caller may see it: its own words only when it chose them. */
    static CallException ofHandler(String tool, Throwable failure) {
        if (failure instanceof CallException chosen && !chosen.fromElsewhere()) {
            return chosen;
        }
        if (failure instanceof CallException passed) {
            return CallException.failed(passed.reason(), passed.problem().what(), passed.details());
        }
        if (failure instanceof ProblemException problem) {
            return CallException.failed(problem.code().name(), problem.problem().what());
        }
        return CallException.failed(
                failure.getClass().getSimpleName(), tool + " failed; the log of its module says why");
    }

    /** The failure that an answer carries, or null when it is the output. */
    static @Nullable CallException failureIn(String tool, Message answer) {
        String header = answer.headers().first(WireHeaders.ERROR);
        if (header == null) {
            return null;
        }
        JsonObject body = bodyOf(answer);
        ProblemCode kind = kind(header);
        String message = text(body, "message", tool + " answered " + header);
        return new CallException(
                new Problem(kind, message, tool, "", ""),
                text(body, "code", header),
                body.getValue("details") instanceof JsonObject details ? details : new JsonObject());
    }

    private static ProblemCode kind(String header) {
        return switch (header) {
            case "REFUSED" -> ProblemCode.REFUSED;
            case "INVALID" -> ProblemCode.INVALID;
            case "TIMED_OUT" -> ProblemCode.TIMED_OUT;
            case "NO_RESPONDER" -> ProblemCode.NO_RESPONDER;
            default -> ProblemCode.FAILED;
        };
    }

    private static JsonObject bodyOf(Message answer) {
        try {
            return WireCodec.decode(answer.body(), JsonObject.class);
        } catch (ProblemException notJson) {
            return new JsonObject();
        }
    }

    private static String text(JsonObject body, String member, String otherwise) {
        return body.getValue(member) instanceof String text ? text : otherwise;
    }

    /** A call that the bus could not carry: three of the five kinds; anything else stays what it is. */
    static Throwable ofBus(String tool, Throwable failure) {
        if (!(failure instanceof ProblemException problem)) {
            return failure;
        }
        return switch (problem.code()) {
            case NO_RESPONDER -> elsewhere(ProblemCode.NO_RESPONDER, tool, "nobody serves it now", "start its module");
            case TIMED_OUT -> elsewhere(ProblemCode.TIMED_OUT, tool, "no answer in time", "allow more time");
            case PERMISSION_VIOLATION ->
                elsewhere(
                        ProblemCode.REFUSED,
                        tool,
                        "the server refused it: " + problem.problem().what(),
                        problem.problem().remedy());
            default -> failure;
        };
    }

    static CallException elsewhere(ProblemCode kind, String tool, String why, String remedy) {
        return new CallException(
                new Problem(kind, "the call of " + tool + " was not answered", tool, why, remedy),
                kind.name(),
                new JsonObject());
    }

    /** An answer that is not what the caller reads it as. */
    static CallException unreadable(String tool, ProblemException failure) {
        return new CallException(
                new Problem(
                        ProblemCode.FAILED,
                        "the answer of " + tool + " cannot be read",
                        tool,
                        failure.problem().line(),
                        "read it as JsonObject, or agree on the type"),
                "BAD_ANSWER",
                new JsonObject());
    }
}
