package io.meshbus.sdk.fabric;

import io.meshbus.sdk.subject.Subjects;
import java.util.Optional;

/** Builds every subject of the tenant fabric (spec 6.1, frozen). Ids that cannot be a token are refused. Pure. */
public final class FabricSubjects {
    /** The one stream of all tenants. */
    public static final String STREAM = "COMPASS_COMMS";
    /** Where the {@code fabric} verticle keeps what was parked. */
    public static final String DEAD_STREAM = "COMPASS_DEAD";
    /** Where events are parked that no attempt could handle. */
    public static final String DEAD_LETTER = "compass.dlq.comms";
    /** All that {@link #STREAM} captures. */
    public static final String EVERY_COMMS = "compass.*.comms.*";
    /** What servers tell any runner. */
    public static final String EVERY_RUNNER_COMMAND = "compass.runner.*.cmd";
    /** Every live client connection. */
    public static final String EVERY_CLIENT = "client.*";
    /** What the server says of any durable of {@link #STREAM} that has delivered as often as it may. */
    public static final String EVERY_MAX_DELIVERIES = Subjects.MAX_DELIVERIES_ADVISORIES.replace(">", STREAM + ".>");
    /** The group in which servers share the runners' events. */
    public static final String RUNNER_EVENTS_QUEUE = "compass-runner-events";
    /** The runner id that would bring its commands into the stream. */
    private static final String RESERVED_RUNNER = "comms";

    private static final String COMPASS = "compass.";
    private static final String COMMS = ".comms.";
    private static final String BINDING = "compass.routing.binding.";
    private static final String ANY = "*";

    private FabricSubjects() {}

    /** A tenant's events of one kind. */
    public static String comms(String tenant, Kind kind) {
        return comms(tenant, kind.wireName());
    }

    static String comms(String tenant, String kind) {
        return COMPASS + Token.require("tenant", tenant) + COMMS + Token.require("kind", kind);
    }

    /** Every tenant's events of one kind; subscribed, never published. */
    public static String commsEveryTenant(Kind kind) {
        return COMPASS + ANY + COMMS + kind.wireName();
    }

    /** What a server tells one runner. */
    public static String runnerCommand(String runner) {
        if (runner.equals(RESERVED_RUNNER)) {
            throw Token.refused("runner", runner, "its commands would be captured by the stream " + STREAM);
        }
        return COMPASS + "runner." + Token.require("runner", runner) + ".cmd";
    }

    /** What runners tell whichever server takes it. */
    public static String runnerEvents() {
        return "compass.runner.events";
    }

    /** One live client connection. */
    public static String client(String session) {
        return "client." + Token.require("session", session);
    }

    /** That a binding of a tenant has changed. */
    public static String binding(String tenant) {
        return BINDING + Token.require("tenant", tenant);
    }

    /** Every tenant's bindings; subscribed, never published. */
    public static String bindingEveryTenant() {
        return BINDING + ANY;
    }

    /** What the server says when it has delivered as often as it may. */
    static String maxDeliveries(String durable) {
        return EVERY_MAX_DELIVERIES.replace(">", durable);
    }

    /** Where a message on a subject of {@link #STREAM} belongs; empty for any other subject. */
    public static Optional<Address> parseComms(String subject) {
        String[] tokens = subject.split("\\.", -1);
        boolean comms = tokens.length == 4 && tokens[0].equals("compass") && tokens[2].equals("comms");
        return comms ? Optional.of(new Address(tokens[1], tokens[3])) : Optional.empty();
    }

    static Optional<String> parseBinding(String subject) {
        return subject.startsWith(BINDING) ? Optional.of(subject.substring(BINDING.length())) : Optional.empty();
    }

    /** @param kind its wire name, which this version need not know */
    public record Address(String tenant, String kind) {}
}
