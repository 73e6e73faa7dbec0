package io.meshbus.sdk.impl;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.bus.ConsumeOptions.Lane;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyLanesTest {
    private final KeyLanes lanes = new KeyLanes();

    private KeyLanes.Keyed add(Lane lane) {
        KeyLanes.Keyed keyed = new KeyLanes.Keyed(null, lane);
        lanes.add(keyed);
        return keyed;
    }

    @Test
    void whatHasNoLaneGoesThrough() {
        KeyLanes.Keyed one = add(null);
        KeyLanes.Keyed two = add(null);
        assertThat(lanes.size()).isEqualTo(2);
        assertThat(lanes.poll()).isSameAs(one);
        assertThat(lanes.poll()).isSameAs(two);
        assertThat(lanes.poll()).isNull();
        assertThat(lanes.size()).isZero();
    }

    @Test
    void aLaneTakesAsManyAsItIsWideAndOthersPassBy() {
        Lane two = new Lane("a", 2);
        List<KeyLanes.Keyed> same = List.of(add(two), add(two), add(two), add(two));
        KeyLanes.Keyed other = add(new Lane("b", 1));
        assertThat(List.of(lanes.poll(), lanes.poll(), lanes.poll()))
                .usingElementComparator((a, b) -> a == b ? 0 : 1)
                .containsExactly(same.get(0), same.get(1), other);
        assertThat(lanes.poll()).isNull();
        assertThat(lanes.size()).isEqualTo(2);
        lanes.release(two);
        assertThat(lanes.poll()).isSameAs(same.get(2));
        assertThat(lanes.poll()).isNull();
    }

    @Test
    void whoeverWaitsIsNotForgottenWhenTheOneBeforeGoes() {
        Lane one = new Lane("a", 1);
        add(one);
        lanes.poll();
        add(one);
        add(one);
        assertThat(lanes.poll()).isNull();
        lanes.release(one);
        int[] seen = new int[1];
        lanes.removeIf(any -> seen[0]++ == 0);
        assertThat(lanes.size()).isEqualTo(1);
        assertThat(lanes.poll()).isNotNull();
    }

    @Test
    void anyCourseKeepsOrderAndWidthAndLosesNothing() {
        Random random = new Random(7);
        List<Lane> all = List.of(new Lane("a", 1), new Lane("b", 3), new Lane("c", 1));
        Map<Lane, List<KeyLanes.Keyed>> expected = new HashMap<>();
        Map<Lane, Integer> running = new HashMap<>();
        List<KeyLanes.Keyed> atWork = new ArrayList<>();
        int begun = 0;
        for (int step = 0; step < 20_000; step++) {
            Lane lane = all.get(random.nextInt(3));
            if (random.nextInt(3) == 0 && step < 15_000) {
                expected.computeIfAbsent(lane, any -> new ArrayList<>()).add(add(lane));
            } else if (random.nextBoolean()) {
                KeyLanes.Keyed next = lanes.poll();
                if (next != null) {
                    assertThat(expected.get(next.lane()).remove(0)).isSameAs(next);
                    assertThat(running.merge(next.lane(), 1, Integer::sum))
                            .isLessThanOrEqualTo(next.lane().width());
                    atWork.add(next);
                    begun++;
                }
            } else if (!atWork.isEmpty()) {
                Lane done = atWork.remove(random.nextInt(atWork.size())).lane();
                running.merge(done, -1, Integer::sum);
                lanes.release(done);
            }
        }
        assertThat(begun).isGreaterThan(1_000);
        assertThat(lanes.size())
                .isEqualTo(expected.values().stream().mapToInt(List::size).sum());
    }
}
