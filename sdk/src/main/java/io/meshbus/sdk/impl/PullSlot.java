package io.meshbus.sdk.impl;

import org.jspecify.annotations.Nullable;

/**
 * One of a consumption's two pulls: its own subscription, and at most one request on its way, so that what is still to
 * come is known exactly. Confined to the consumption's context, but for {@link #prefix}.
 */
final class PullSlot {
    /** Its inbox without the last token, which is the number of the pull. */
    final String prefix;

    @Nullable
    Route route;

    private int remaining;
    private long number;
    private long expiresNanos;

    PullSlot(String prefix) {
        this.prefix = prefix;
    }

    String pattern() {
        return prefix + "*";
    }

    int remaining() {
        return remaining;
    }

    boolean isOpen() {
        return remaining > 0;
    }

    /** Takes note of a pull that is about to be sent and gives its reply address. */
    String begin(int batch, long newExpiresNanos) {
        remaining = batch;
        expiresNanos = newExpiresNanos;
        return prefix + ++number;
    }

    void received() {
        if (remaining > 0) {
            remaining--;
        }
    }

    /** Whether this status is of the pull that is out, not of one given up earlier. */
    boolean isCurrent(String statusSubject) {
        return statusSubject.length() > prefix.length() && statusSubject.endsWith("." + number);
    }

    void end() {
        remaining = 0;
    }

    boolean isOverdue(long now) {
        return remaining > 0 && now - expiresNanos > 0;
    }
}
