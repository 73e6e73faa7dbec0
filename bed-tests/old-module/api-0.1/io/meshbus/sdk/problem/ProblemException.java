package io.meshbus.sdk.problem;

import java.util.List;

public class ProblemException extends RuntimeException {
    public ProblemException(Problem problem) {
        throw new UnsupportedOperationException();
    }

    public ProblemException(Problem problem, Throwable cause) {
        throw new UnsupportedOperationException();
    }

    public ProblemException(List<Problem> problems) {
        throw new UnsupportedOperationException();
    }

    public final Problem problem() {
        throw new UnsupportedOperationException();
    }

    public final List<Problem> problems() {
        throw new UnsupportedOperationException();
    }

    public final ProblemCode code() {
        throw new UnsupportedOperationException();
    }
}
