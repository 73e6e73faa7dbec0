package io.meshbus.launcher.command;

import io.meshbus.sdk.problem.ProblemCode;

/** Exit codes of spec 1.3. */
final class ExitCode {
    static final int DONE = 0;
    static final int REFUSED = 1;
    static final int USAGE = 2;
    static final int UNREACHABLE = 3;

    /** Of a command that waits for something: it has not come yet, and may still. */
    static final int PENDING = 4;

    private ExitCode() {}

    static int of(ProblemCode code) {
        return switch (code) {
            case BUS_UNREACHABLE, BUS_AWAY -> UNREACHABLE;
            case USAGE -> USAGE;
            default -> REFUSED;
        };
    }
}
