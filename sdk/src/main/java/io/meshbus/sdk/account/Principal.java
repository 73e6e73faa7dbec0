package io.meshbus.sdk.account;

import io.meshbus.sdk.id.PrincipalId;
import java.util.List;

/**
 * One user of the bus with its whole lists, sorted, one entry a subject, never empty (facts 1: an empty list means
 * everything).
 */
public record Principal(
        PrincipalId id, Account account, List<Grant> publish, List<Grant> subscribe, boolean allowResponses) {
    public Principal {
        publish = distinct(publish);
        subscribe = distinct(subscribe);
        if (publish.isEmpty() || subscribe.isEmpty()) {
            throw new IllegalArgumentException("a principal without a list may do everything: " + id);
        }
    }

    private static List<Grant> distinct(List<Grant> grants) {
        return grants.stream()
                .sorted()
                .collect(java.util.stream.Collectors.toMap(
                        Grant::subject, g -> g, (first, again) -> first, java.util.LinkedHashMap::new))
                .values()
                .stream()
                .toList();
    }
}
