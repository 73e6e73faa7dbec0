package io.meshbus.node.host.rules;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next try.
 *
 * @param delays after failure 1, 2, …; the last one repeats
 */
public record Backoff(List<Duration> delays) {
    /** Part of a delay by which it is shortened or lengthened at most, so that many hosts spread. */
    public static final double JITTER = 0.2;

    public Backoff {
        delays = List.copyOf(delays);
        if (delays.isEmpty()) {
            throw new IllegalArgumentException("at least one delay");
        }
    }

    public static Backoff ofSeconds(long... seconds) {
        return new Backoff(
                java.util.Arrays.stream(seconds).mapToObj(Duration::ofSeconds).toList());
    }

    /** @param failures so far, at least 1 */
    public Duration after(int failures, RandomGenerator random) {
        Duration delay = delays.get(Math.min(Math.max(failures, 1), delays.size()) - 1);
        double factor = 1 + JITTER * (2 * random.nextDouble() - 1);
        return Duration.ofMillis(Math.max(1, Math.round(delay.toMillis() * factor)));
    }
}
