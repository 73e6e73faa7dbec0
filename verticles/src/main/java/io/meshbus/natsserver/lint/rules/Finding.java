package io.meshbus.natsserver.lint.rules;

import java.util.Comparator;

/**
 * One thing wrong with a configuration.
 *
 * @param kind stable name of the fault class
 * @param weight a {@link Weight#NOTE} is worth knowing and no fault
 * @param what one sentence without a full stop: who may do what
 * @param why how it comes about
 * @param mend what to write instead
 */
public record Finding(Kind kind, Weight weight, Place where, String what, String why, String mend)
        implements Comparable<Finding> {
    private static final Comparator<Finding> BY_PLACE =
            Comparator.comparing(Finding::where).thenComparing(Finding::kind).thenComparing(Finding::what);

    /** How much it matters. */
    public enum Weight {
        HIGH,
        MEDIUM,
        NOTE
    }

    @Override
    public int compareTo(Finding other) {
        return BY_PLACE.compare(this, other);
    }
}
