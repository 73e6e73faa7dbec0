package io.meshbus.bed.genesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.PlainClient;
import io.meshbus.bed.genesis.SharedMesh.Mesh;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Reference 001, section 10, step 1: refused by the server, not by the good behaviour of a client. */
@ExtendWith(SharedMesh.class)
class RefusedIT {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Test
    void aModulePublishesNothingButWhatItDeclares(Mesh mesh) throws Exception {
        try (PlainClient orders = mesh.orders()) {
            assertPublishRefused(
                    orders,
                    "mesh.mod.orders.event.not-declared",
                    "mesh.mod.pricing.event.anything",
                    "mesh.mod.clock.event.tick",
                    "mesh.mod.orders.redrive.x",
                    "mesh.mod.pricing.dead",
                    "mesh.mod.clock.tool.any",
                    "mesh.seat.pricing-desk.event.reviewed",
                    "mesh.seat.mesh-builder.accept.build",
                    "mesh.control.n1.report",
                    "mesh.control.n2.report",
                    "mesh.control.n1.alive",
                    "mesh.control.enrol",
                    "mesh.control.push",
                    "mesh.node.n1.declare",
                    "mesh.ask.hub.status.admin",
                    "mesh.artefact." + "0".repeat(64) + ".0",
                    "mesh.events.dead",
                    "$KV.mesh_state.node.n1",
                    "$SRV.PING",
                    "_INBOX.orders.n1.own",
                    "_INBOX.host.n1.x",
                    "_INBOX.controller.x",
                    "$SYS.REQ.SERVER.PING");
        }
    }

    @Test
    void aModuleHearsNothingButWhatItServesAndItsOwnInbox(Mesh mesh) throws Exception {
        try (PlainClient orders = mesh.orders()) {
            assertSubscribeRefused(
                    orders,
                    ">",
                    "mesh.>",
                    "mesh.mod.*.event.>",
                    "mesh.mod.clock.event.tick",
                    "mesh.mod.pricing.tool.quote",
                    "mesh.mod.orders.tool.place",
                    "mesh.seat.pricing-desk.accept.>",
                    "mesh.control.>",
                    "mesh.node.*.declare",
                    "mesh.ask.>",
                    "$JS.EVENT.ADVISORY.>",
                    "$SYS.>",
                    "$JS.ACK.>");
        }
    }

    @Test
    void nobodySubscribesAnotherOnesInbox(Mesh mesh) throws Exception {
        String[] inboxes = {
            "_INBOX.>",
            "_INBOX.*.>",
            "_INBOX.*.n1.>",
            "_INBOX.pricing.n2.>",
            "_INBOX.host.n1.>",
            "_INBOX.person.admin.>",
            "_INBOX.controller.>",
            "_INBOX.enrol.>"
        };
        try (PlainClient orders = mesh.orders();
                PlainClient host = mesh.host("n2")) {
            assertSubscribeRefused(orders, inboxes);
            assertSubscribeRefused(host, inboxes);
        }
    }

    @Test
    void nobodyAcknowledgesWhatAnotherOneWasDelivered(Mesh mesh) throws Exception {
        try (PlainClient orders = mesh.orders();
                PlainClient pricing = mesh.pricing()) {
            assertPublishRefused(
                    orders,
                    "$JS.ACK.SEAT_pricing-desk.holders.1.1.1.1.0",
                    "$JS.ACK.CONTROL.controller.1.1.1.1.0",
                    "$JS.ACK._.iEfLbkpl.SEAT_pricing-desk.holders.1.1.1.1.0",
                    "$JS.ACK.EVENTS.pricing.1.1.1.1.0");
            assertPublishRefused(pricing, "$JS.ACK.EVENTS.orders.1.1.1.1.0");
        }
    }

    /** Facts 2: the v2 form is granted with the hash of the account, so no v1 subject of another stream fits it. */
    @Test
    void noAckGrantIsWideEnoughToPullFromControl(Mesh mesh) throws Exception {
        try (PlainClient orders = mesh.orders()) {
            assertPublishRefused(
                    orders,
                    "$JS.ACK.CONTROL.controller.EVENTS.orders.1.1.1",
                    "$JS.ACK.DEAD_IN.deadletter.EVENTS.orders.1.1.1",
                    "$JS.ACK._.AAAAAAAA.EVENTS.orders.1.1.1.1.0",
                    "$JS.ACK.hub.iEfLbkpl.EVENTS.orders.1.1.1.1.0");
        }
    }

    @Test
    void nobodyOfTheMeshManagesStreamsOrConsumers(Mesh mesh) throws Exception {
        try (PlainClient orders = mesh.orders();
                PlainClient host = mesh.host("n1")) {
            for (String api : List.of("$JS.API.", "streams.API.")) {
                String[] calls = {
                    api + "INFO",
                    api + "STREAM.NAMES",
                    api + "STREAM.INFO.EVENTS",
                    api + "STREAM.CREATE.MINE",
                    api + "STREAM.UPDATE.EVENTS",
                    api + "STREAM.DELETE.EVENTS",
                    api + "STREAM.PURGE.EVENTS",
                    api + "STREAM.MSG.GET.EVENTS",
                    api + "STREAM.MSG.DELETE.EVENTS",
                    api + "CONSUMER.CREATE.EVENTS.mine.mesh.mod.clock.event.tick",
                    api + "CONSUMER.DURABLE.CREATE.EVENTS.mine",
                    api + "CONSUMER.DELETE.EVENTS.orders",
                    api + "CONSUMER.INFO.EVENTS.orders",
                    api + "CONSUMER.MSG.NEXT.CONTROL.controller",
                    api + "CONSUMER.MSG.NEXT.SEAT_pricing-desk.holders",
                    api + "DIRECT.GET.NODES.mesh.node.n2.declare",
                    api + "DIRECT.GET.NODES"
                };
                assertPublishRefused(orders, calls);
                assertPublishRefused(host, calls);
            }
        }
    }

    @Test
    void aHostSpeaksForItsOwnNodeOnly(Mesh mesh) throws Exception {
        try (PlainClient host = mesh.host("n1")) {
            assertPublishRefused(
                    host,
                    "mesh.control.n2.report",
                    "mesh.control.n2.alive",
                    "mesh.control.hub.broker",
                    "mesh.control.enrol",
                    "mesh.control.push",
                    "mesh.node.n1.declare",
                    "mesh.mod.orders.event.placed",
                    "mesh.mod.pricing.tool.quote");
            assertSubscribeRefused(host, "mesh.node.n2.declare", "mesh.node.*.declare", "mesh.control.n1.report");
        }
    }

    /** Reads nothing, hears nothing: a stolen token is good for asking to be enrolled. */
    @Test
    void aTokenIsGoodForEnrollingOnly(Mesh mesh) throws Exception {
        String token = mesh.bed().json("token", "issue", "--node", "n7").getString("token");
        try (PlainClient thief = PlainClient.token(mesh.directory(), token)) {
            assertPublishRefused(
                    thief,
                    "mesh.control.n7.report",
                    "mesh.control.n1.report",
                    "mesh.control.push",
                    "mesh.node.n7.declare",
                    "mesh.mod.orders.event.placed",
                    "mesh.mod.pricing.tool.quote",
                    "mesh.ask.hub.status.admin",
                    "streams.API.DIRECT.GET.NODES.mesh.node.n7.declare",
                    "streams.API.CONSUMER.MSG.NEXT.EVENTS.orders",
                    "$JS.ACK.EVENTS.orders.1.1.1.1.0",
                    "_INBOX.person.admin.x");
            assertSubscribeRefused(thief, ">", "_INBOX.>", "_INBOX.enrol.*.>", "mesh.node.*.declare", "mesh.>");
        }
    }

    private static void assertPublishRefused(PlainClient client, String... subjects) throws Exception {
        client.errors().clear();
        for (String subject : subjects) {
            client.connection().publish(subject, "{}".getBytes(StandardCharsets.UTF_8));
        }
        client.flush();
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(client.errors())
                        .hasSize(subjects.length)
                        .allMatch(e -> e.toLowerCase(Locale.ROOT).contains("permissions violation for publish")));
    }

    private static void assertSubscribeRefused(PlainClient client, String... subjects) throws Exception {
        client.errors().clear();
        var dispatcher = client.connection().createDispatcher(message -> {});
        for (String subject : subjects) {
            dispatcher.subscribe(subject);
        }
        client.flush();
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(client.errors())
                        .hasSize(subjects.length)
                        .allMatch(e -> e.toLowerCase(Locale.ROOT).contains("permissions violation for subscription")));
        client.connection().closeDispatcher(dispatcher);
    }
}
