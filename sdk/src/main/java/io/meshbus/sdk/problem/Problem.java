package io.meshbus.sdk.problem;

import java.util.Objects;

/**
 * One refusal or fault as a person reads it (spec 1.3).
 *
 * @param code stable code
 * @param what what was refused or failed, one sentence without a full stop
 * @param where file:line, subject, node or address; empty when {@code what} says it
 * @param why the reason; empty when {@code what} says it
 * @param remedy what to do about it; empty only for internal faults
 */
public record Problem(ProblemCode code, String what, String where, String why, String remedy) {
    public Problem {
        Objects.requireNonNull(code);
        Objects.requireNonNull(what);
        Objects.requireNonNull(where);
        Objects.requireNonNull(why);
        Objects.requireNonNull(remedy);
    }

    public static Problem of(ProblemCode code, String what, String why, String remedy) {
        return new Problem(code, what, "", why, remedy);
    }

    /** The same problem, located. */
    public Problem at(String newWhere) {
        return new Problem(code, what, newWhere, why, remedy);
    }

    public ProblemException asException() {
        return new ProblemException(this);
    }

    /** One line: {@code where: what: why (remedy) [CODE]}. */
    public String line() {
        StringBuilder line = new StringBuilder();
        if (!where.isEmpty()) {
            line.append(where).append(": ");
        }
        line.append(what);
        if (!why.isEmpty()) {
            line.append(": ").append(why);
        }
        if (!remedy.isEmpty()) {
            line.append(" - ").append(remedy);
        }
        return line.append(" [").append(code).append(']').toString();
    }
}
