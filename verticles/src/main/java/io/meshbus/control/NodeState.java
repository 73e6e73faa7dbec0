package io.meshbus.control;

import io.meshbus.sdk.wire.Report;
import org.jspecify.annotations.Nullable;

/** What a node's state is called. */
public enum NodeState {
    /** In the definition; no machine of that name has enrolled. */
    EXPECTED,
    /** Enrolled; nothing is declared to it yet. */
    ENROLLED,
    /** Declared; it has not said what it made of it. */
    CONVERGING,
    CONVERGED,
    FAILED,
    REFUSED;

    /**
     * @param declared digest of what is declared, or null for nothing
     * @param current whether that is of the newest push
     * @param reported digest of its newest report, or null for none
     */
    public static NodeState of(
            boolean enrolled,
            @Nullable String declared,
            boolean current,
            @Nullable String reported,
            Report.@Nullable Outcome outcome) {
        if (!enrolled) {
            return EXPECTED;
        }
        if (declared == null || declared.isEmpty()) {
            return ENROLLED;
        }
        if (!current || !declared.equals(reported) || outcome == null) {
            return CONVERGING;
        }
        return switch (outcome) {
            case CONVERGED -> CONVERGED;
            case FAILED -> FAILED;
            case REFUSED -> REFUSED;
        };
    }

    /** As it is shown. */
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
