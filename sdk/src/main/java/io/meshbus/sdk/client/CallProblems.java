package io.meshbus.sdk.client;

import io.meshbus.sdk.manifest.SeatVerb;
import io.meshbus.sdk.manifest.ToolRef;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.time.Duration;

/** Why a call got no answer, said to a person (spec 3.9). */
final class CallProblems {
    private static final String LIST = "see what you may call: meshbus tools";

    private CallProblems() {}

    static ProblemException nobody(ToolRef tool, ProblemException cause) {
        return of(ProblemCode.NO_RESPONDER, tool + " is served by nobody", "", LIST, cause);
    }

    static ProblemException refused(ToolRef tool, ProblemException cause) {
        return of(ProblemCode.REFUSED, "you may not call " + tool, "the bus refused it", LIST, cause);
    }

    static ProblemException late(ToolRef tool, Duration timeout, ProblemException cause) {
        return of(
                ProblemCode.TIMED_OUT,
                tool + " did not answer within " + timeout.toMillis() + " ms",
                "",
                "give it more time with --timeout, or look at the module's log",
                cause);
    }

    /** A person is granted each verb of each role that the mesh has, so one that is refused may also not exist. */
    static Throwable notSubmitted(SeatVerb work, Throwable failure) {
        return failure instanceof ProblemException refused && refused.code() == ProblemCode.PERMISSION_VIOLATION
                ? of(
                        ProblemCode.REFUSED,
                        "you may not submit " + work,
                        "the bus refused it: the role does not accept that, or the right submit is missing",
                        "see what roles accept: meshbus seats",
                        refused)
                : failure;
    }

    private static ProblemException of(
            ProblemCode code, String what, String why, String remedy, ProblemException cause) {
        return new ProblemException(Problem.of(code, what, why, remedy), cause);
    }
}
