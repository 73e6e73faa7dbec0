package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.CompletionException;

/** The answer of a served request that failed: header {@code Mesh-Error}, body {code,message,details} (spec 4.3). Pure. */
final class AnswerFault {
    private AnswerFault() {}

    /** A problem is told; any other failure is told vaguely, for its text was not written for a stranger. */
    static Message of(String subject, Throwable cause) {
        Throwable inner = cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause;
        return inner instanceof ProblemException known
                ? of(subject, known.problem())
                : of(subject, Problem.of(ProblemCode.FAILED, "the handler failed", "", "see the responder's log"));
    }

    static Message of(String subject, Problem problem) {
        JsonObject body = new JsonObject()
                .put("code", problem.code().name())
                .put("message", problem.line())
                .put("details", new JsonObject());
        return Message.of(subject, Headers.of(WireHeaders.ERROR, problem.code().name()), WireCodec.encode(body));
    }
}
