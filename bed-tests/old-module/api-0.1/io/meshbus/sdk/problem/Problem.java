package io.meshbus.sdk.problem;

public record Problem(ProblemCode code, String what, String where, String why, String remedy) {
    public static Problem of(ProblemCode code, String what, String why, String remedy) {
        throw new UnsupportedOperationException();
    }

    public Problem at(String place) {
        throw new UnsupportedOperationException();
    }

    public ProblemException asException() {
        throw new UnsupportedOperationException();
    }

    public String line() {
        throw new UnsupportedOperationException();
    }
}
