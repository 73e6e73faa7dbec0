package io.meshbus.sdk.impl;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries that wait to begin, in order of arrival; one key begins again only when its last delivery is done. Not
 * thread-safe.
 */
final class KeyLanes {
    /** A delivery and its key; null means unordered. */
    record Keyed(JnatsDelivery delivery, @Nullable String key) {}

    private final Deque<Keyed> ready = new ArrayDeque<>();
    /** Keys at work, and what waits behind each. */
    private final Map<String, Deque<Keyed>> lanes = new HashMap<>();

    private int size;

    int size() {
        return size;
    }

    void add(Keyed keyed) {
        size++;
        ready.add(keyed);
    }

    /** The next delivery whose key is free, its key now being at work; null if there is none. */
    @Nullable
    Keyed poll() {
        for (Keyed keyed; (keyed = ready.poll()) != null; ) {
            String key = keyed.key;
            Deque<Keyed> lane = key == null ? null : lanes.get(key);
            if (lane != null) {
                lane.add(keyed);
                continue;
            }
            if (key != null) {
                lanes.put(key, new ArrayDeque<>(2));
            }
            size--;
            return keyed;
        }
        return null;
    }

    /** The key's delivery is done; what waited behind it comes first. */
    void release(@Nullable String key) {
        Deque<Keyed> lane = key == null ? null : lanes.remove(key);
        if (lane != null) {
            for (Keyed keyed; (keyed = lane.pollLast()) != null; ) {
                ready.addFirst(keyed);
            }
        }
    }

    void forEach(Consumer<JnatsDelivery> action) {
        ready.forEach(keyed -> action.accept(keyed.delivery));
        lanes.values().forEach(lane -> lane.forEach(keyed -> action.accept(keyed.delivery)));
    }

    /** Drops what {@code gone} says, in both places. */
    void removeIf(java.util.function.Predicate<JnatsDelivery> gone) {
        ready.removeIf(keyed -> gone.test(keyed.delivery));
        lanes.values().forEach(lane -> lane.removeIf(keyed -> gone.test(keyed.delivery)));
        size = ready.size() + lanes.values().stream().mapToInt(Deque::size).sum();
    }

    void clear() {
        ready.clear();
        lanes.values().forEach(Deque::clear);
        size = 0;
    }
}
