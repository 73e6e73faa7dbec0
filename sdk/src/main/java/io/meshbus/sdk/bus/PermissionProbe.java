package io.meshbus.sdk.bus;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.Set;

/** Asks a live server what it lets one user do, by doing it (spec 3.4). Any thread. */
public interface PermissionProbe {
    /**
     * What the server refused.
     *
     * @param subscribe patterns, with the queue after a space if there was one
     */
    record Refusals(Set<String> publish, Set<String> subscribe) {
        public Refusals {
            publish = Set.copyOf(publish);
            subscribe = Set.copyOf(subscribe);
        }
    }

    /**
     * Connects, publishes an empty message on every subject, subscribes every pattern for a moment, and goes. For a user whose
     * messages reach nobody. Fails as {@link BusConnector#connect} does, or with {@code BUS_AWAY} when the server does
     * not answer within ten seconds. Completes on the caller's context.
     *
     * @param publish subjects without wildcards
     * @param subscribe patterns, each with a queue after a space if it is for a member of one
     */
    Future<Refusals> refused(BusOptions as, Collection<String> publish, Collection<String> subscribe);
}
