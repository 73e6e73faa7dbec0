package io.meshbus.sdk.fabric;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;

/** Every call after {@link Fabric#close} fails with this, whatever its arguments are (spec 6.6). */
public final class ClosedException extends ProblemException {
    private static final long serialVersionUID = 1L;

    ClosedException() {
        super(Problem.of(ProblemCode.CLOSED, "this fabric is closed", "somebody called close()", "connect another"));
    }
}
