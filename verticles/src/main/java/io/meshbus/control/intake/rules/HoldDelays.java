package io.meshbus.control.intake.rules;

import java.time.Duration;
import java.util.List;

/** How long the server keeps a held message before it delivers it again: 1, 2, 5, then 10 s, jittered (spec 3.1). */
public final class HoldDelays {
    private static final List<Duration> DELAYS =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofSeconds(10));
    /** A delay is spread by this part of itself to both sides. */
    private static final double JITTER = 0.2;

    private HoldDelays() {}

    /**
     * @param attempt 1 for the first delivery
     * @param chance 0 to 1, evenly spread
     */
    public static Duration after(long attempt, double chance) {
        int index = (int) Math.min(Math.max(attempt, 1), DELAYS.size()) - 1;
        double factor = 1 - JITTER + 2 * JITTER * chance;
        return Duration.ofMillis(Math.round(DELAYS.get(index).toMillis() * factor));
    }
}
