package io.meshbus.sdk.account;

import io.meshbus.sdk.id.PrincipalId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One user of the bus with its whole lists, sorted, one entry a subject, never empty (facts 1: an empty list means
 * everything).
 *
 * @param answersWithin how long after a request it may answer on whatever reply subject the caller chose, once; null:
 *     it answers only where {@code publish} says ({@link DesiredMesh.Answers})
 */
public record Principal(
        PrincipalId id,
        Account account,
        List<Grant> publish,
        List<Grant> subscribe,
        @Nullable Duration answersWithin) {
    public Principal {
        publish = distinct(publish);
        subscribe = distinct(subscribe);
        if (publish.isEmpty() || subscribe.isEmpty()) {
            throw new IllegalArgumentException("a principal without a list may do everything: " + id);
        }
    }

    /** What nats-server gives an answer when nothing else is said. */
    private static final Duration ANSWERS_WITHIN_DEFAULT = Duration.ofMinutes(2);

    public Principal(
            PrincipalId id, Account account, List<Grant> publish, List<Grant> subscribe, boolean allowResponses) {
        this(id, account, publish, subscribe, allowResponses ? ANSWERS_WITHIN_DEFAULT : null);
    }

    public boolean allowResponses() {
        return answersWithin != null;
    }

    /** Sorted by subject; of equal subjects the first given stays, with its reason. */
    private static List<Grant> distinct(List<Grant> grants) {
        List<Grant> sorted = new ArrayList<>(grants);
        sorted.sort(null);
        List<Grant> distinct = new ArrayList<>(sorted.size());
        String last = "";
        for (Grant grant : sorted) {
            if (!grant.subject().equals(last)) {
                distinct.add(grant);
                last = grant.subject();
            }
        }
        return List.copyOf(distinct);
    }
}
