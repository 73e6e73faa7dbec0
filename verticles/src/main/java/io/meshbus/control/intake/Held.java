package io.meshbus.control.intake;

import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is held while it cannot be recorded, and the counters of the intake. On one context. */
final class Held {
    private static final Logger LOG = LoggerFactory.getLogger(Held.class);
    /** As many as the durable has unacknowledged at most. */
    private static final int HELD_MAX = 100_000;

    private final Clock clock;
    private final Set<Long> sequences = new HashSet<>();
    private @Nullable Instant storeAwaySince;
    private long stale;
    private long poisoned;

    Held(Clock clock) {
        this.clock = clock;
    }

    void hold(long sequence) {
        if (sequences.size() < HELD_MAX) {
            sequences.add(sequence);
        }
    }

    void release(long sequence) {
        sequences.remove(sequence);
    }

    void storeAway(String why) {
        if (storeAwaySince == null) {
            storeAwaySince = clock.instant();
            LOG.warn("store-away why={}", why);
        }
    }

    void storeBack() {
        if (storeAwaySince != null) {
            LOG.info("store-back awaySince={} held={}", storeAwaySince, sequences.size());
            storeAwaySince = null;
        }
    }

    void countStale() {
        stale++;
    }

    void countPoisoned() {
        poisoned++;
    }

    JsonObject state() {
        return new JsonObject()
                .put("held", sequences.size())
                .put("storeAwaySince", storeAwaySince == null ? null : storeAwaySince.toString())
                .put("stale", stale)
                .put("poisoned", poisoned);
    }
}
