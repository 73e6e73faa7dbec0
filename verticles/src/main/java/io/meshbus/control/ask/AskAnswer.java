package io.meshbus.control.ask;

import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers as spec 4.3 says: the body, or {@code Mesh-Error} with {code, message, details}. */
final class AskAnswer {
    private static final Logger LOG = LoggerFactory.getLogger(AskAnswer.class);

    private AskAnswer() {}

    static Message of(JsonObject body) {
        return Message.of("", body.toBuffer());
    }

    static Message refused(Throwable fault) {
        List<Problem> problems = problems(fault);
        Problem first = problems.get(0);
        JsonArray all = new JsonArray();
        problems.forEach(problem -> all.add(json(problem)));
        JsonObject body = new JsonObject()
                .put("code", first.code().name())
                .put("message", first.what())
                .put("details", new JsonObject().put("problems", all));
        return Message.of("", Headers.of(WireHeaders.ERROR, first.code().name()), body.toBuffer());
    }

    private static List<Problem> problems(Throwable fault) {
        if (fault instanceof ProblemException known) {
            return known.problems();
        }
        if (fault instanceof ReplyException reply) {
            return List.of(ofReply(reply));
        }
        LOG.error("ask-failed", fault);
        return List.of(Problem.of(
                ProblemCode.INTERNAL,
                "the controller failed",
                fault.getClass().getSimpleName(),
                "look at the controller's log"));
    }

    /** From another verticle of this controller: its code travels as a number, its line as the message. */
    private static Problem ofReply(ReplyException reply) {
        ProblemCode code = Stream.of(ProblemCode.values())
                .filter(c -> c.number() == reply.failureCode())
                .findFirst()
                .orElse(ProblemCode.FAILED);
        return switch (reply.failureType()) {
            case RECIPIENT_FAILURE -> Problem.of(code, String.valueOf(reply.getMessage()), "", "");
            default ->
                Problem.of(
                        ProblemCode.FAILED,
                        "this part of the controller does not answer",
                        String.valueOf(reply.getMessage()),
                        "see whether this controller runs all its verticles");
        };
    }

    static JsonObject json(Problem problem) {
        return new JsonObject()
                .put("code", problem.code().name())
                .put("what", problem.what())
                .put("where", problem.where())
                .put("why", problem.why())
                .put("remedy", problem.remedy());
    }
}
