package io.meshbus.node.broker.rules;

import java.time.Duration;

/**
 * How long to wait before a server that ended is started again: doubling from 250 ms to 10 s, jittered by half so that
 * servers which fell together do not rise together; a server that ran for a minute starts the count anew.
 */
public final class RestartDelay {
    public static final Duration FIRST = Duration.ofMillis(250);
    public static final Duration LONGEST = Duration.ofSeconds(10);
    /** A run this long was a success. */
    public static final Duration SOUND_RUN = Duration.ofMinutes(1);

    private static final int DOUBLINGS_MAX = 16;

    private RestartDelay() {}

    /** The number of failures in a row, counted with the run that just ended. */
    public static int failures(int before, Duration ran) {
        return ran.compareTo(SOUND_RUN) >= 0 ? 1 : before + 1;
    }

    /**
     * @param failures in a row, at least 1
     * @param jitter in [0, 1)
     */
    public static Duration delay(int failures, double jitter) {
        long full = FIRST.toMillis() << Math.min(Math.max(failures, 1) - 1, DOUBLINGS_MAX);
        long bounded = Math.min(full, LONGEST.toMillis());
        return Duration.ofMillis((long) (bounded * (0.5 + jitter / 2)));
    }
}
