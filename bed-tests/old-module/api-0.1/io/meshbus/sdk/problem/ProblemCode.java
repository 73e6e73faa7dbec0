package io.meshbus.sdk.problem;

/** Those that a module can meet. */
public enum ProblemCode {
    NOT_DECLARED,
    NO_RESPONDER,
    REFUSED,
    INVALID,
    FAILED,
    TIMED_OUT,
    NO_HANDLER,
    BAD_NAME,
    BAD_SUBJECT,
    BAD_PAYLOAD,
    TOO_LARGE,
    BUS_UNREACHABLE,
    BUS_AUTH,
    BUS_PIN,
    BUS_AWAY,
    PERMISSION_VIOLATION,
    CLOSED,
    UNKNOWN_NAME,
    ALREADY_EXISTS,
    INTERNAL;

    public int number() {
        throw new UnsupportedOperationException();
    }
}
