package io.meshbus.sdk.impl;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Waits between rounds of reconnecting: doubling, half of it jitter, so that a thousand clients do not come at once. */
final class Reconnects {
    static final long FIRST_MILLIS = 100;
    static final long MAX_MILLIS = 2_000;
    private static final int DOUBLINGS_MAX = 10;

    private Reconnects() {}

    /** @param round 1 for the first repetition */
    static Duration pause(long round) {
        long doublings = Math.min(DOUBLINGS_MAX, Math.max(0, round - 1));
        long ceiling = Math.min(MAX_MILLIS, FIRST_MILLIS << doublings);
        return Duration.ofMillis(ceiling / 2 + ThreadLocalRandom.current().nextLong(ceiling / 2 + 1));
    }
}
