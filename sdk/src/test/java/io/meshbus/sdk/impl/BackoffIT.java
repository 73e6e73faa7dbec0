package io.meshbus.sdk.impl;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A handler that fails gets its message back after the delay of its attempt, as the consumer on the server counts. */
@ExtendWith(LoopWatch.class)
class BackoffIT {
    private static final Logger FIGURES = LoggerFactory.getLogger("figures");
    /** A redelivery is never early; late it may be on a busy machine. */
    private static final Duration LATE_MAX = Duration.ofSeconds(3);

    @TempDir
    Path directory;

    @Test
    void theGapsAreTheDelays() {
        gapsAre(Duration.ofMillis(200), Duration.ofMillis(500), Duration.ofSeconds(1));
    }

    @Test
    @Tag("long")
    void theGapsAreOneFiveAndThirtySeconds() {
        gapsAre(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(30));
    }

    private void gapsAre(Duration... delays) {
        int attempts = delays.length + 1;
        List<Long> begun = new CopyOnWriteArrayList<>();
        AtomicBoolean ended = new AtomicBoolean();
        try (Bed bed = new Bed(directory)) {
            bed.withConsumer("m1", Duration.ofSeconds(60), attempts);
            Bus bus = bed.connect(Layout.M1);
            bus.consume(
                    "EVENTS",
                    "m1",
                    ConsumeOptions.DEFAULT.withDelays(List.of(delays)).withMaxDeliver(attempts),
                    delivery -> {
                        begun.add(System.nanoTime());
                        return Future.failedFuture("no");
                    },
                    (delivery, reason) -> {
                        ended.set(true);
                        return Future.succeededFuture();
                    });
            Bed.store(bus, "a");
            Awaitility.await().atMost(Duration.ofMinutes(2)).untilTrue(ended);
        }
        assertThat(begun).hasSize(attempts);
        List<Duration> gaps = new ArrayList<>();
        for (int i = 1; i < attempts; i++) {
            gaps.add(Duration.ofNanos(begun.get(i) - begun.get(i - 1)));
        }
        FIGURES.info("backoff delays={} gaps={}", List.of(delays), gaps);
        for (int i = 0; i < delays.length; i++) {
            assertThat(gaps.get(i)).isBetween(delays[i].minusMillis(20), delays[i].plus(LATE_MAX));
        }
    }
}
