package io.meshbus.sdk.module;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.json.JsonObject;

/**
 * A call that did not give its answer (spec 3.9, 4.3). {@link #code} is one of five: {@code NO_RESPONDER} nobody serves
 * it now, {@code REFUSED} the server or the responder will not, {@code INVALID} the input does not fit ({@code
 * details.pointer} says where), {@code FAILED} the handler failed, {@code TIMED_OUT} no answer in time.
 */
public final class CallException extends ProblemException {
    private static final long serialVersionUID = 1L;

    private final String reason;
    private final transient JsonObject details;

    CallException(Problem problem, String reason, JsonObject details) {
        super(problem);
        this.reason = reason;
        this.details = details.copy();
    }

    /** For a handler: it failed, with the module's own stable code. */
    public static CallException failed(String reason, String message) {
        return failed(reason, message, new JsonObject());
    }

    public static CallException failed(String reason, String message, JsonObject details) {
        return new CallException(Problem.of(ProblemCode.FAILED, message, "", ""), reason, details);
    }

    /** For a handler: the call is understood and will not be done. */
    public static CallException refused(String message) {
        return new CallException(Problem.of(ProblemCode.REFUSED, message, "", ""), "REFUSED", new JsonObject());
    }

    /** For a handler: the input does not fit, beyond what its schema can say. */
    public static CallException invalid(String pointer, String message) {
        return new CallException(
                Problem.of(ProblemCode.INVALID, message, "", ""), "INVALID", new JsonObject().put("pointer", pointer));
    }

    /** It came as an answer, and is no handler's own word here. */
    boolean fromElsewhere() {
        return !problem().where().isEmpty();
    }

    /** The handler's own code when it {@code FAILED}; else the name of {@link #code}. */
    public String reason() {
        return reason;
    }

    /** What the responder added; never null. */
    public JsonObject details() {
        return details.copy();
    }
}
