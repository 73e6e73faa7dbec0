package io.meshbus.control.intake.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.wire.Report;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntakeRulesTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_000);
    private static final Duration QUIET = Duration.ofSeconds(30);

    private static Report report(String digest) {
        return new Report(
                1, new NodeId("n1"), 1, 1, 1, digest, Report.Outcome.CONVERGED, "", List.of(), new JsonObject());
    }

    @Test
    void aReportCountsForThePublishedDeclarationOnly() {
        assertThat(Staleness.isStale(report("a"), "a")).isFalse();
        assertThat(Staleness.isStale(report("a"), "b")).isTrue();
        assertThat(Staleness.isStale(report("a"), "")).isTrue();
        assertThat(Staleness.isStale(report(""), "")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.5, 1000",
        "1, 0.5, 1000",
        "2, 0.5, 2000",
        "3, 0.5, 5000",
        "4, 0.5, 10000",
        "99999, 0.5, 10000",
        "1, 0, 800",
        "1, 1, 1200",
        "4, 1, 12000"
    })
    void holdsLongerAndLongerWithinJitter(long attempt, double chance, long millis) {
        assertThat(HoldDelays.after(attempt, chance)).hasMillis(millis);
    }

    @Test
    void aNodeIsQuietAfterThreeMissedHeartbeats() {
        Instant start = NOW.minusSeconds(100);
        assertThat(Quiet.isQuiet(NOW.minusSeconds(30), start, NOW, QUIET)).isFalse();
        assertThat(Quiet.isQuiet(NOW.minusSeconds(31), start, NOW, QUIET)).isTrue();
    }

    @Test
    void aNodeNeverHeardIsNotQuietBeforeItHadTheTime() {
        assertThat(Quiet.isQuiet(null, NOW.minusSeconds(10), NOW, QUIET)).isFalse();
        assertThat(Quiet.isQuiet(null, NOW.minusSeconds(31), NOW, QUIET)).isTrue();
    }
}
