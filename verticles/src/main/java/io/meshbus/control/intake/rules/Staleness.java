package io.meshbus.control.intake.rules;

import io.meshbus.sdk.wire.Report;

/** A report counts only for the declaration that is published for its node now (spec 3.1). */
public final class Staleness {
    private Staleness() {}

    /** @param outstanding digest of what is published for the node; empty for nothing */
    public static boolean isStale(Report report, String outstanding) {
        return !report.digest().equals(outstanding);
    }
}
