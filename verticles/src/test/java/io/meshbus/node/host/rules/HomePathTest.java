package io.meshbus.node.host.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class HomePathTest {
    @Test
    void takesPathsBelowTheHome() {
        assertThat(HomePath.parse("conf/app.yaml").segments()).containsExactly("conf", "app.yaml");
        assertThat(HomePath.parse("..data").segments()).containsExactly("..data");
    }

    @Test
    void refusesWhatCouldLeaveTheHome() {
        for (String path : List.of(
                "",
                "/etc/passwd",
                "..",
                "../x",
                "a/../../x",
                "a/..",
                "./a",
                "a//b",
                "a/",
                "a\u0000b",
                "a\nb",
                "..\\x",
                "C:x",
                "x".repeat(2000),
                "x".repeat(300))) {
            assertThatThrownBy(() -> HomePath.parse(path))
                    .as(path)
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            e -> assertThat(e.code()).isEqualTo(ProblemCode.DEFINITION_INVALID));
        }
    }

    @Test
    void backoffGrowsStaysAtItsLastDelayAndSpreads() {
        Backoff backoff = Backoff.ofSeconds(1, 5);
        RandomGenerator random = new java.util.Random(7);

        assertThat(backoff.after(1, random)).isBetween(Duration.ofMillis(800), Duration.ofMillis(1200));
        assertThat(backoff.after(2, random)).isBetween(Duration.ofMillis(4000), Duration.ofMillis(6000));
        assertThat(backoff.after(1000, random)).isBetween(Duration.ofMillis(4000), Duration.ofMillis(6000));
        assertThat(java.util.stream.IntStream.range(0, 20)
                        .mapToObj(i -> backoff.after(1, random))
                        .distinct()
                        .count())
                .isGreaterThan(5);
    }
}
