package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.ConsumeOptions.Lane;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries that wait to begin, in order of arrival; in one lane no more begin than it is wide. Not thread-safe.
 */
final class KeyLanes {
    /** A delivery and its lane; null means none. */
    record Keyed(JnatsDelivery delivery, @Nullable Lane lane) {}

    /** A lane in use: how many are at work, and what waits behind them. */
    private static final class Use {
        private final Deque<Keyed> behind = new ArrayDeque<>(2);
        private int running;
    }

    private final Deque<Keyed> ready = new ArrayDeque<>();
    /** Whose lane has room again; they go before everything that is ready. */
    private final Deque<Keyed> freed = new ArrayDeque<>();

    private final Map<String, Use> uses = new HashMap<>();

    private int size;

    int size() {
        return size;
    }

    void add(Keyed keyed) {
        size++;
        ready.add(keyed);
    }

    /** The next delivery whose lane has room, now at work there; null if there is none. */
    @Nullable
    Keyed poll() {
        for (Keyed keyed; (keyed = freed.isEmpty() ? ready.poll() : freed.poll()) != null; ) {
            Lane lane = keyed.lane;
            if (lane == null || enter(lane, keyed)) {
                size--;
                return keyed;
            }
        }
        return null;
    }

    private boolean enter(Lane lane, Keyed keyed) {
        Use use = uses.computeIfAbsent(lane.name(), any -> new Use());
        if (use.running >= lane.width()) {
            use.behind.add(keyed);
            return false;
        }
        use.running++;
        return true;
    }

    /** A delivery of the lane is done; what waited behind it comes first. */
    void release(@Nullable Lane lane) {
        Use use = lane == null ? null : uses.get(lane.name());
        if (lane == null || use == null) {
            return;
        }
        use.running--;
        Keyed next = use.behind.poll();
        if (next != null) {
            freed.add(next);
        } else if (use.running == 0) {
            uses.remove(lane.name());
        }
    }

    void forEach(Consumer<JnatsDelivery> action) {
        freed.forEach(keyed -> action.accept(keyed.delivery));
        ready.forEach(keyed -> action.accept(keyed.delivery));
        uses.values().forEach(use -> use.behind.forEach(keyed -> action.accept(keyed.delivery)));
    }

    /** Drops what {@code gone} says, wherever it waits. */
    void removeIf(Predicate<JnatsDelivery> gone) {
        boolean removed = freed.removeIf(keyed -> gone.test(keyed.delivery));
        removed |= ready.removeIf(keyed -> gone.test(keyed.delivery));
        for (Use use : uses.values()) {
            removed |= use.behind.removeIf(keyed -> gone.test(keyed.delivery));
        }
        if (removed) {
            queueAnew();
        }
    }

    /** One that had come to the front may be among the removed: whoever waited behind it must not wait for ever. */
    private void queueAnew() {
        for (Use use : uses.values()) {
            for (Keyed keyed; (keyed = use.behind.pollLast()) != null; ) {
                ready.addFirst(keyed);
            }
        }
        for (Keyed keyed; (keyed = freed.pollLast()) != null; ) {
            ready.addFirst(keyed);
        }
        size = ready.size();
    }

    void clear() {
        freed.clear();
        ready.clear();
        uses.values().forEach(use -> use.behind.clear());
        size = 0;
    }
}
