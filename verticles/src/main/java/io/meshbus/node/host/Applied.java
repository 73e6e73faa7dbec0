package io.meshbus.node.host;

import io.meshbus.sdk.wire.Report.Outcome;

/**
 * What was made of which declaration, and how many reports there were.
 *
 * @param counter of the last report; it rises over restarts
 * @param digest empty for none
 */
record Applied(int v, long counter, long epoch, long sequence, String digest, Outcome outcome) {
    static final Applied NONE = new Applied(1, 0, 0, 0, "", Outcome.FAILED);

    Applied counted() {
        return new Applied(v, counter + 1, epoch, sequence, digest, outcome);
    }

    Applied with(long newEpoch, long newSequence, String newDigest, Outcome newOutcome) {
        return new Applied(v, counter, newEpoch, newSequence, newDigest, newOutcome);
    }

    /** Digest of the declaration it converged on, empty for none. */
    String convergedDigest() {
        return outcome == Outcome.CONVERGED ? digest : "";
    }
}
