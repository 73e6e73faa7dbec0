package io.meshbus.control.lease.rules;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What has stood exactly as it is for a whole period of looking, by one clock of nanoseconds (ADR 0067). On one context. */
public final class Stillness<T> {
    private final long period;
    private Map<T, Long> since = Map.of();

    public Stillness(Duration period) {
        this.period = period.toNanos();
    }

    /**
     * One more look.
     *
     * @param seen all that stands now; whatever is missing here is forgotten
     * @return those that have been seen so for a period or longer
     */
    public Set<T> of(Collection<T> seen, long now) {
        Map<T, Long> next = new HashMap<>();
        seen.forEach(one -> next.put(one, since.getOrDefault(one, now)));
        since = next;
        return next.entrySet().stream()
                .filter(entry -> now - entry.getValue() >= period)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** Could not look: what it did meanwhile is unknown, so the period begins anew. */
    public void forget() {
        since = Map.of();
    }
}
