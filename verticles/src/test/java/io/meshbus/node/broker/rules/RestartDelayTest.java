package io.meshbus.node.broker.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RestartDelayTest {
    @Test
    void doublesUpToItsBoundAndStaysThere() {
        assertThat(RestartDelay.delay(1, 0.999)).isBetween(Duration.ofMillis(125), Duration.ofMillis(250));
        assertThat(RestartDelay.delay(3, 0)).isEqualTo(Duration.ofMillis(500));
        assertThat(RestartDelay.delay(7, 0.999)).isLessThanOrEqualTo(RestartDelay.LONGEST);
        assertThat(RestartDelay.delay(Integer.MAX_VALUE, 0)).isEqualTo(RestartDelay.LONGEST.dividedBy(2));
    }

    @Test
    void aSoundRunStartsTheCountAnew() {
        assertThat(RestartDelay.failures(5, Duration.ofSeconds(59))).isEqualTo(6);
        assertThat(RestartDelay.failures(5, RestartDelay.SOUND_RUN)).isEqualTo(1);
    }
}
