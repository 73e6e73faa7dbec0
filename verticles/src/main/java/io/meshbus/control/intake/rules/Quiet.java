package io.meshbus.control.intake.rules;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When a node counts as quiet (spec 3.7). */
public final class Quiet {
    private Quiet() {}

    /** @param lastSeen its last heartbeat, or null for none since this controller started at {@code since} */
    public static boolean isQuiet(@Nullable Instant lastSeen, Instant since, Instant now, Duration quietAfter) {
        Instant heard = lastSeen == null ? since : lastSeen;
        return Duration.between(heard, now).compareTo(quietAfter) > 0;
    }
}
