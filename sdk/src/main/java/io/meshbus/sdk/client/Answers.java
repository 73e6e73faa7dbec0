package io.meshbus.sdk.client;

import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the answer to a request: its body, or the problem that the header {@code Mesh-Error} announces (spec 4.3). Pure. */
final class Answers {
    private Answers() {}

    /** @throws ProblemException with the responder's code */
    static Buffer body(String asked, Message answer) {
        String code = answer.headers().first(WireHeaders.ERROR);
        if (code == null) {
            return answer.body();
        }
        throw refusal(asked, code, object(answer.body()).orElseGet(JsonObject::new));
    }

    /** @throws ProblemException with the responder's code, or {@code BAD_PAYLOAD} */
    static JsonObject json(String asked, Message answer) {
        Buffer body = body(asked, answer);
        return object(body)
                .orElseThrow(() -> Problem.of(
                                ProblemCode.BAD_PAYLOAD,
                                "the answer of " + asked + " is not a JSON object",
                                "",
                                "check that controller and client have the same version")
                        .asException());
    }

    private static Optional<JsonObject> object(Buffer body) {
        try {
            return Optional.of(new JsonObject(body));
        } catch (DecodeException e) {
            return Optional.empty();
        }
    }

    private static ProblemException refusal(String asked, String code, JsonObject body) {
        JsonObject details = object(body.getValue("details"));
        if (details.getValue("problems") instanceof JsonArray listed && !listed.isEmpty()) {
            return new ProblemException(problems(listed));
        }
        ProblemCode known = known(code);
        String said = text(body, "code").isEmpty() ? code : text(body, "code");
        // The module's own code is what its caller acts on.
        String own = known.name().equals(said) ? "" : said + ": ";
        // Our own responders begin like this for those who see the message alone.
        String message = own
                + text(body, "message").replaceFirst("^the input of " + Pattern.quote(asked) + " does not fit: ", "");
        String pointer = text(details, "pointer");
        return new Problem(
                        known,
                        asked + " " + verb(known),
                        pointer.isEmpty() ? text(details, "where") : "input" + pointer,
                        text(details, "why").isEmpty() ? message : message + ", " + text(details, "why"),
                        text(details, "remedy"))
                .asException();
    }

    private static String verb(ProblemCode code) {
        return switch (code) {
            case INVALID -> "does not take this input";
            case FAILED -> "failed";
            case TIMED_OUT -> "did not answer in time";
            case NO_RESPONDER -> "is served by nobody";
            default -> "was refused";
        };
    }

    static List<Problem> problems(JsonArray listed) {
        List<Problem> problems = new ArrayList<>();
        for (Object one : listed) {
            JsonObject problem = object(one);
            problems.add(new Problem(
                    known(text(problem, "code")),
                    text(problem, "what"),
                    text(problem, "where"),
                    text(problem, "why"),
                    text(problem, "remedy")));
        }
        return problems;
    }

    /** A module's own code is a failure of the module's. */
    private static ProblemCode known(String code) {
        for (ProblemCode each : ProblemCode.values()) {
            if (each.name().equals(code)) {
                return each;
            }
        }
        return ProblemCode.FAILED;
    }

    private static JsonObject object(Object value) {
        return value instanceof JsonObject object ? object : new JsonObject();
    }

    private static String text(JsonObject object, String member) {
        Object value = object.getValue(member);
        return value == null ? "" : String.valueOf(value);
    }
}
