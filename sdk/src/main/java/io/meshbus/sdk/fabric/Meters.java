package io.meshbus.sdk.fabric;

import io.meshbus.sdk.fabric.FabricMetrics.BindingDrop;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The live counters behind {@link FabricMetrics}; safe from any thread. */
final class Meters {
    final LongAdder published = new LongAdder();
    final LongAdder duplicates = new LongAdder();
    final LongAdder handled = new LongAdder();
    final LongAdder deadLetterFailures = new LongAdder();
    final LongAdder framesSkipped = new LongAdder();
    final LongAdder framesDropped = new LongAdder();

    private final Map<ParkCause, LongAdder> parked = adders(ParkCause.class);
    private final Map<BindingDrop, LongAdder> bindingDrops = adders(BindingDrop.class);
    private final Map<String, Long> backlog = new ConcurrentHashMap<>();

    private static <E extends Enum<E>> Map<E, LongAdder> adders(Class<E> type) {
        Map<E, LongAdder> adders = new EnumMap<>(type);
        for (E each : type.getEnumConstants()) {
            adders.put(each, new LongAdder());
        }
        return adders;
    }

    void parked(ParkCause cause) {
        parked.getOrDefault(cause, new LongAdder()).increment();
    }

    void dropped(BindingDrop cause) {
        bindingDrops.getOrDefault(cause, new LongAdder()).increment();
    }

    void backlog(String subject, long events) {
        backlog.put(subject, events);
    }

    void forget(String subject) {
        backlog.remove(subject);
    }

    FabricMetrics snapshot() {
        return new FabricMetrics(
                published.sum(),
                duplicates.sum(),
                handled.sum(),
                sums(parked),
                deadLetterFailures.sum(),
                sums(bindingDrops),
                framesSkipped.sum(),
                framesDropped.sum(),
                backlog);
    }

    private static <E extends Enum<E>> Map<E, Long> sums(Map<E, LongAdder> adders) {
        Map<E, Long> sums = new HashMap<>();
        adders.forEach((key, adder) -> sums.put(key, adder.sum()));
        return sums;
    }
}
