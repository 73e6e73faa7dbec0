package io.meshbus.control.enrolment.rules;

import io.meshbus.sdk.problem.ProblemCode;

/** What becomes of a request. */
public sealed interface Verdict {
    /** Spend the token, or give the same admission again. */
    record Admit() implements Verdict {}

    /**
     * Exact in the log, vague on the wire.
     *
     * @param answerable whether the reply lies under the token's own inbox
     */
    record Refuse(ProblemCode code, String detail, boolean answerable) implements Verdict {}
}
