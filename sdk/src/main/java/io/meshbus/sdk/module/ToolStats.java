package io.meshbus.sdk.module;

/** What the services protocol tells of one tool; for one context. */
final class ToolStats {
    private long requests;
    private long errors;
    private long nanos;

    void ended(long tookNanos, boolean failed) {
        requests++;
        errors += failed ? 1 : 0;
        nanos += tookNanos;
    }

    long requests() {
        return requests;
    }

    long errors() {
        return errors;
    }

    /** In all, nanoseconds. */
    long processingTime() {
        return nanos;
    }
}
