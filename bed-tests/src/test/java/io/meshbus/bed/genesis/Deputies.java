package io.meshbus.bed.genesis;

import io.nats.client.Connection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Every message that the module {@code orders} may send, with every reply subject it may not publish to itself: the server
 * does not check a reply subject, so whoever answers becomes its deputy.
 */
final class Deputies {
    private static final String NO_WAIT = "{\"batch\":1,\"no_wait\":true}";
    private static final String ACK_OF_NOTHING = ".1.1.1.1796058359065498816.0";

    private final String api;
    private final List<Carrier> carriers = new ArrayList<>();

    /** @param api where this principal reaches the JetStream API */
    Deputies(String api) {
        this.api = api;
    }

    /** A subject that the attacker is granted, and what it sends there. */
    record Carrier(String name, String subject, String body) {}

    static Deputies ofOrders(String api) {
        Deputies all = new Deputies(api);
        all.carriers.add(new Carrier("pull", api + ".CONSUMER.MSG.NEXT.EVENTS.orders", NO_WAIT));
        all.carriers.add(new Carrier("ack", "$JS.ACK.EVENTS.orders" + ACK_OF_NOTHING, "+ACK"));
        all.carriers.add(new Carrier("progress", "$JS.ACK.EVENTS.orders" + ACK_OF_NOTHING, "+WPI"));
        all.carriers.add(
                new Carrier("next by ack", "$JS.ACK.EVENTS.orders" + ACK_OF_NOTHING, "+NXT {\"no_wait\":true}"));
        all.carriers.add(new Carrier("tool without input", "mesh.mod.pricing.tool.quote", ""));
        all.carriers.add(new Carrier("tool", "mesh.mod.pricing.tool.quote", "{\"item\":\"tea\"}"));
        all.carriers.add(new Carrier("event", "mesh.mod.orders.event.placed", "{\"hostile\":true}"));
        all.carriers.add(new Carrier("work", "mesh.seat.pricing-desk.accept.review", "{\"hostile\":true}"));
        all.carriers.add(new Carrier("dead letter", "mesh.mod.orders.dead", "{\"hostile\":true}"));
        return all;
    }

    static Deputies ofHost(String node) {
        Deputies all = new Deputies("streams.API");
        all.carriers.add(new Carrier(
                "direct get of what is not there",
                "streams.API.DIRECT.GET.ARTEFACTS.mesh.artefact." + "0".repeat(64) + ".0",
                ""));
        all.carriers.add(new Carrier("direct get", "streams.API.DIRECT.GET.NODES.mesh.node." + node + ".declare", ""));
        return all;
    }

    /** Each of these is stored in CONTROL, as the host may do; nothing else is. */
    static Deputies ofReports(String node) {
        Deputies all = new Deputies("streams.API");
        all.carriers.add(new Carrier("report", "mesh.control." + node + ".report", "{\"hostile\":true}"));
        return all;
    }

    /** Stored in CONTROL, too. */
    static Deputies ofToken() {
        Deputies all = new Deputies("streams.API");
        all.carriers.add(new Carrier("enrolment", "mesh.control.enrol", "{\"hostile\":true}"));
        return all;
    }

    static Deputies ofAdmin() {
        Deputies all = new Deputies("streams.API");
        all.carriers.add(new Carrier("question", "mesh.ask.hub.status.admin", "{}"));
        all.carriers.add(new Carrier("refused question", "mesh.ask.hub.token_issue.admin", "{}"));
        all.carriers.add(new Carrier("tool", "mesh.mod.pricing.tool.quote", "{\"item\":\"tea\"}"));
        all.carriers.add(new Carrier("catalogue", "mesh.seat.mesh-catalog.tool.catalog_tools", "{}"));
        all.carriers.add(new Carrier("who is there", "$SRV.INFO", ""));
        return all;
    }

    Carrier carrier(String name) {
        return carriers.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
    }

    /** What an attacker would like to have done in its name. */
    static List<String> targets() {
        List<String> targets = new ArrayList<>();
        for (String api : List.of("$JS.API", "streams.API")) {
            for (String stream : List.of("CONTROL", "NODES", "EVENTS", "DEAD", "ARTEFACTS", "SEAT_pricing-desk")) {
                targets.add(api + ".STREAM.DELETE." + stream);
                targets.add(api + ".STREAM.PURGE." + stream);
            }
            targets.add(api + ".CONSUMER.DELETE.CONTROL.controller");
            targets.add(api + ".CONSUMER.DELETE.EVENTS.orders");
            targets.add(api + ".CONSUMER.DELETE.SEAT_pricing-desk.holders");
            targets.add(api + ".CONSUMER.MSG.NEXT.CONTROL.controller");
        }
        targets.addAll(List.of(
                "mesh.control.n2.report",
                "mesh.control.n2.broker",
                "mesh.control.n2.alive",
                "mesh.mod.pricing.dead",
                "mesh.seat.mesh-builder.accept.build",
                "$JS.ACK.CONTROL.controller.1.1.1.1.0",
                "$JS.ACK.EVENTS.pricing.1.1.1.1.0",
                "mesh.control.enrol",
                "mesh.control.push",
                "mesh.node.n1.declare",
                "mesh.node.n2.declare",
                "mesh.mod.clock.event.tick",
                "mesh.mod.pricing.redrive.x",
                "mesh.events.dead",
                "$KV.mesh_state.node.n2",
                "mesh.ask.hub.node_remove.admin",
                "mesh.artefact." + "0".repeat(64) + ".0"));
        return targets;
    }

    /** Sends every carrier with every target as its reply. */
    int sendAll(Connection attacker) {
        int sent = 0;
        for (Carrier carrier : carriers) {
            for (String target : targets()) {
                send(attacker, carrier, target);
                sent++;
            }
        }
        return sent;
    }

    static void send(Connection attacker, Carrier carrier, String target) {
        attacker.publish(carrier.subject(), target, carrier.body().getBytes(StandardCharsets.UTF_8));
    }

    String api() {
        return api;
    }
}
