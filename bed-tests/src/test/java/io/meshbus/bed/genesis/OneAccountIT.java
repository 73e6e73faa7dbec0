package io.meshbus.bed.genesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.testing.LocalNats;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StreamConfiguration;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The control of the experiment: the messages of {@link Deputies} in the layout of the reference, one account with
 * JetStream. Each does its harm here with the grants of a plain consumer, so that their failing on a composed mesh means
 * something, and a server that some day checks reply subjects is noticed.
 */
class OneAccountIT {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    /** What the reference grants a module that emits one event, consumes, uses one tool. */
    private static final String CONFIG = """
            jetstream: enabled
            accounts {
              MESH {
                jetstream: enabled
                users: [
                  { user: "controller", password: "c" }
                  { user: "orders.n1", password: "o", permissions: {
                    publish: { allow: [ "mesh.mod.orders.event.placed", "mesh.mod.pricing.tool.quote"
                                        "$JS.API.CONSUMER.MSG.NEXT.EVENTS.orders", "$JS.ACK.EVENTS.orders.>" %s ] }
                    subscribe: { allow: [ "_INBOX.orders.n1.>" ] } } }
                  { user: "pricing.n2", password: "p", permissions: {
                    publish: { deny: "$JS.>" }
                    subscribe: { allow: [ "mesh.mod.pricing.tool.quote quote", "_INBOX.pricing.n2.>" ] }
                    allow_responses: true } }
                ]
              }
              SYS { users: [ { user: "sys", password: "s" } ] }
            }
            system_account: SYS
            """;

    @TempDir
    private Path directory;

    private LocalNats server;
    private Connection controller;
    private Connection orders;
    private JetStreamManagement management;
    private final Deputies deputies = Deputies.ofOrders("$JS.API");

    @BeforeEach
    void start() throws Exception {
        server = LocalNats.start(directory, CONFIG.formatted(""));
        connect();
    }

    private void connect() throws Exception {
        controller = as("controller", "c");
        orders = as("orders.n1", "o");
        management = controller.jetStreamManagement();
        stream("CONTROL", RetentionPolicy.WorkQueue, "mesh.control.*.report");
        stream("NODES", RetentionPolicy.Limits, "mesh.node.*.declare");
        stream("EVENTS", RetentionPolicy.Limits, "mesh.mod.*.event.>");
        management.addOrUpdateConsumer(
                "CONTROL", ConsumerConfiguration.builder().durable("controller").build());
        management.addOrUpdateConsumer(
                "EVENTS",
                ConsumerConfiguration.builder()
                        .durable("orders")
                        .filterSubject("mesh.mod.clock.event.tick")
                        .build());
        controller.jetStream().publish("mesh.node.n2.declare", bytes("{\"signed\":\"declaration\"}"));
        controller.jetStream().publish("mesh.control.n1.report", bytes("secret report"));
    }

    @AfterEach
    void end() throws Exception {
        orders.close();
        controller.close();
        server.close();
    }

    private void stream(String name, RetentionPolicy retention, String subject) throws Exception {
        management.addStream(StreamConfiguration.builder()
                .name(name)
                .retentionPolicy(retention)
                .subjects(subject)
                .build());
    }

    private Connection as(String user, String password) throws Exception {
        return Nats.connect(Options.builder()
                .server(server.url())
                .opentls()
                .userInfo(user, password)
                .inboxPrefix("_INBOX." + user + ".")
                .build());
    }

    @Test
    void aPullDeletesAStream() {
        attack("pull", "$JS.API.STREAM.DELETE.CONTROL");
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(management.getStreamNames()).doesNotContain("CONTROL"));
    }

    @Test
    void aPullPurgesAStream() {
        attack("pull", "$JS.API.STREAM.PURGE.NODES");
        await().atMost(LIMIT).untilAsserted(() -> assertThat(messages("NODES")).isZero());
    }

    @Test
    void anAckDeletesAStream() {
        attack("progress", "$JS.API.STREAM.DELETE.NODES");
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(management.getStreamNames()).doesNotContain("NODES"));
    }

    @Test
    void anAckDeletesSomebodyElsesConsumer() {
        attack("progress", "$JS.API.CONSUMER.DELETE.CONTROL.controller");
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(management.getConsumerNames("CONTROL")).isEmpty());
    }

    @Test
    void aPullBlanksADeclaration() throws Exception {
        attack("pull", "mesh.node.n2.declare");
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(management
                                .getLastMessage("NODES", "mesh.node.n2.declare")
                                .getData())
                        .isNullOrEmpty());
    }

    @Test
    void theAcknowledgementOfAnEventIsStoredAsAReport() {
        attack("event", "mesh.control.n2.report");
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(management
                                .getLastMessage("CONTROL", "mesh.control.n2.report")
                                .getData())
                        .asString(StandardCharsets.UTF_8)
                        .contains("\"stream\":\"EVENTS\""));
    }

    /** The responder is honest: it answers whom it heard. */
    @Test
    void aToolCallForgesAReportWithAChosenBody() throws Exception {
        try (Connection pricing = as("pricing.n2", "p")) {
            Dispatcher echo = pricing.createDispatcher(call -> pricing.publish(call.getReplyTo(), call.getData()));
            echo.subscribe("mesh.mod.pricing.tool.quote", "quote");
            pricing.flush(LIMIT);
            orders.publish("mesh.mod.pricing.tool.quote", "mesh.control.n2.report", bytes("chosen"));
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(management
                                    .getLastMessage("CONTROL", "mesh.control.n2.report")
                                    .getData())
                            .asString(StandardCharsets.UTF_8)
                            .isEqualTo("chosen"));
        }
    }

    /** Facts 2: why acks are never granted with wildcards in front. */
    @Test
    void aWideAckPatternReadsReports() throws Exception {
        orders.close();
        controller.close();
        server.close();
        server = LocalNats.start(directory.resolve("wide"), CONFIG.formatted(", \"$JS.ACK.*.*.EVENTS.orders.>\""));
        connect();
        BlockingQueue<String> stolen = new LinkedBlockingQueue<>();
        orders.createDispatcher(message -> stolen.add(new String(message.getData(), StandardCharsets.UTF_8)))
                .subscribe("_INBOX.orders.n1.>");
        orders.publish("$JS.ACK.CONTROL.controller.EVENTS.orders.1.1.1", "_INBOX.orders.n1.x", bytes("+NXT"));
        assertThat(stolen.poll(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("secret report");
    }

    private void attack(String carrier, String target) {
        Deputies.send(orders, deputies.carrier(carrier), target);
    }

    private long messages(String stream) throws Exception {
        return management.getStreamInfo(stream).getStreamState().getMsgCount();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
