package io.meshbus.control.lease.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class StillnessTest {
    private static final Duration PERIOD = Duration.ofNanos(10);

    @Test
    void nothingIsStillAtFirstSight() {
        assertThat(new Stillness<String>(PERIOD).of(List.of("a1"), 1_000)).isEmpty();
    }

    @Test
    void whatDoesNotBeatForAPeriodIsStillAndWhatBeatsIsNot() {
        Stillness<String> stillness = new Stillness<>(PERIOD);
        stillness.of(List.of("a1", "b1"), 0);
        assertThat(stillness.of(List.of("a1", "b2"), 9)).isEmpty();
        assertThat(stillness.of(List.of("a1", "b2"), 10)).containsExactly("a1");
        assertThat(stillness.of(List.of("a1", "b2"), 19)).containsExactlyInAnyOrder("a1", "b2");
    }

    @Test
    void whoCouldNotLookBeginsAnew() {
        Stillness<String> stillness = new Stillness<>(PERIOD);
        stillness.of(List.of("a1"), 0);
        stillness.forget();
        assertThat(stillness.of(List.of("a1"), 10)).isEmpty();
        assertThat(stillness.of(List.of("a1"), 20)).containsExactly("a1");
    }

    /** A leader that gives itself a period from before each beat is over before anybody calls it dead. */
    @Property
    void nobodyIsCalledDeadWithinAPeriodOfItsLastBeat(
            @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 8) Integer> steps) {
        Stillness<Integer> stillness = new Stillness<>(PERIOD);
        Map<Integer, Long> beaten = new HashMap<>(Map.of(0, 0L));
        long now = 0;
        int beat = 0;
        for (int step : steps) {
            now += step;
            if (step % 3 == 0) {
                beaten.put(++beat, now);
            }
            if (stillness.of(List.of(beat), now).contains(beat)) {
                assertThat(now - beaten.get(beat)).isGreaterThanOrEqualTo(PERIOD.toNanos());
            }
        }
    }
}
