package io.meshbus.control.genesis;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.control.MeshFixture;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.secret.SealingKey;
import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.JetStreamSubscription;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.api.StreamInfo;
import io.nats.client.impl.NatsMessage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams of a mesh on a real server, and what a module cannot do to them. */
class StreamsVerticleIT {
    private static final NodeId N1 = new NodeId("n1");
    private static final PrincipalId ORDERS = PrincipalId.module(new ModuleId("orders"), N1);
    private static final Duration SOON = Duration.ofSeconds(15);
    private static final Map<String, String> DEFINITION = Map.of(
            "mesh.yaml", """
                    mesh: demo
                    nodes: { n1: {} }
                    assignments: { billing: [ n1 ], orders: [ n1 ] }
                    """,
            "seats/pricing-desk.yaml", """
                    seat: pricing-desk
                    description: prices
                    accepts: { price: { description: a price } }
                    """,
            "modules/billing/module.yaml", """
                    module: billing
                    version: 1.0.0
                    emits: { paid: {} }
                    seats: { holds: [ pricing-desk ] }
                    run: { container: { image: x } }
                    """,
            "modules/orders/module.yaml", """
                    module: orders
                    version: 1.0.0
                    emits: { placed: {} }
                    consumes: [ billing.paid ]
                    delivery: { maxDeliver: 7 }
                    run: { container: { image: x } }
                    """);

    @TempDir
    Path temp;

    private final SealingKey node = SealingKey.generate(new SecureRandom());
    private MeshFixture mesh;
    private Connection connection;
    private JetStreamManagement management;
    private String verticle = "";

    @BeforeEach
    void up() throws Exception {
        mesh = new MeshFixture(temp.resolve("mesh"));
        mesh.startBroker();
        mesh.startAccounts();
        mesh.live();
        connection = mesh.connect(PrincipalId.STREAMS, mesh.controllerPassword(PrincipalId.STREAMS));
        management = connection.jetStreamManagement();
    }

    @AfterEach
    void close() throws Exception {
        connection.close();
        mesh.close();
    }

    private void startStreams(Duration sweep) throws Exception {
        startStreams(sweep, Duration.ofHours(1));
    }

    private void startStreams(Duration sweep, Duration grace) throws Exception {
        Jnats jnats = new Jnats(mesh.vertx);
        Bus bus = await(jnats.connect(BusOptions.mesh(
                        PrincipalId.STREAMS,
                        List.of(mesh.identity.url()),
                        mesh.identity.pins(),
                        mesh.controllerPassword(PrincipalId.STREAMS))
                .withApiPrefix("$JS.API")));
        StreamAdmin admin = jnats.streams(bus);
        verticle = await(mesh.vertx.deployVerticle(new StreamsVerticle(
                new StreamsVerticle.Config(1, sweep, grace), mesh.store, admin, Clock.systemUTC())));
    }

    private void streamsReached() throws Exception {
        long wanted = await(mesh.store.revision());
        await().atMost(SOON).until(() -> await(mesh.store.reached("streams")) >= wanted);
    }

    @Test
    void theStreamsAndDurablesOfTheSpecStandAndASecondStartChangesNothing() throws Exception {
        mesh.push("p1", DEFINITION);
        startStreams(Duration.ofSeconds(30));
        streamsReached();
        assertThat(management.getStreamNames())
                .containsExactlyInAnyOrder(
                        "CONTROL",
                        "NODES",
                        "EVENTS",
                        "DEAD_IN",
                        "DEAD",
                        "ARTEFACTS",
                        "KV_mesh_state",
                        "SEAT_pricing-desk",
                        "SEAT_mesh-builder");
        ConsumerInfo orders = management.getConsumerInfo("EVENTS", "orders");
        assertThat(orders.getConsumerConfiguration().getMaxDeliver()).isEqualTo(7);
        assertThat(orders.getConsumerConfiguration().getFilterSubjects())
                .containsExactlyInAnyOrder("mesh.mod.orders.redrive.>", "mesh.mod.billing.event.paid");
        ConsumerInfo controller = management.getConsumerInfo("CONTROL", "controller");
        assertThat(controller.getConsumerConfiguration().getMaxAckPending()).isEqualTo(100_000);
        assertThat(controller.getConsumerConfiguration().getMaxDeliver()).isEqualTo(-1);
        assertThat(management
                        .getConsumerInfo("SEAT_pricing-desk", "holders")
                        .getConsumerConfiguration()
                        .getMaxDeliver())
                .isEqualTo(5);
        StreamInfo control = management.getStreamInfo("CONTROL");
        startStreams(Duration.ofSeconds(30));
        assertThat(management.getStreamInfo("CONTROL").getConfiguration().toJson())
                .isEqualTo(control.getConfiguration().toJson());
    }

    @Test
    void aLostConsumerIsMadeAgainByTheSweep() throws Exception {
        startStreams(Duration.ofMillis(200));
        management.deleteConsumer("CONTROL", "controller");
        await().atMost(SOON).until(() -> management.getConsumerNames("CONTROL").contains("controller"));
    }

    /** The module's own durable goes on behind what it had finished: nothing that came meanwhile is missed. */
    @Test
    void aModulesLostDurableGoesOnWhereItWas() throws Exception {
        mesh.push("p1", DEFINITION);
        startStreams(Duration.ofMillis(200));
        streamsReached();
        JetStreamSubscription pulls =
                connection.jetStream().subscribe(null, PullSubscribeOptions.fastBind("EVENTS", "orders"));
        connection.publish("mesh.mod.orders.redrive.r1", "first".getBytes(StandardCharsets.UTF_8));
        pulls.fetch(1, SOON).get(0).ackSync(SOON);
        await().pollDelay(Duration.ofSeconds(2)).atMost(SOON).until(() -> true); // several sweeps have seen it
        connection.publish("mesh.mod.orders.redrive.r2", "waiting".getBytes(StandardCharsets.UTF_8));
        connection.flush(SOON);
        management.deleteConsumer("EVENTS", "orders");
        await().atMost(SOON).until(() -> management.getConsumerNames("EVENTS").contains("orders"));
        connection.publish("mesh.mod.orders.redrive.r3", "later".getBytes(StandardCharsets.UTF_8));
        JetStreamSubscription again =
                connection.jetStream().subscribe(null, PullSubscribeOptions.fastBind("EVENTS", "orders"));
        assertThat(again.fetch(2, SOON).stream().map(m -> new String(m.getData(), StandardCharsets.UTF_8)))
                .containsExactly("waiting", "later");
    }

    /** Whoever starts next knows what the one before had seen, even when the durable is lost while nobody looks. */
    @Test
    void aDurableLostWhileNoControllerRunsGoesOnWhereItWas() throws Exception {
        mesh.push("p1", DEFINITION);
        startStreams(Duration.ofMillis(200));
        streamsReached();
        connection.publish("mesh.mod.orders.redrive.r1", "first".getBytes(StandardCharsets.UTF_8));
        connection
                .jetStream()
                .subscribe(null, PullSubscribeOptions.fastBind("EVENTS", "orders"))
                .fetch(1, SOON)
                .get(0)
                .ackSync(SOON);
        await().atMost(SOON)
                .until(() -> await(mesh.store.durables()).get("orders").floor() == 1);
        await(mesh.vertx.undeploy(verticle));
        management.deleteConsumer("EVENTS", "orders");
        connection.publish("mesh.mod.orders.redrive.r2", "meanwhile".getBytes(StandardCharsets.UTF_8));
        connection.flush(SOON);
        startStreams(Duration.ofMillis(200));
        assertThat(connection
                        .jetStream()
                        .subscribe(null, PullSubscribeOptions.fastBind("EVENTS", "orders"))
                        .fetch(1, SOON))
                .extracting(m -> new String(m.getData(), StandardCharsets.UTF_8))
                .containsExactly("meanwhile");
    }

    /** In a stream that was made anew, sequences begin again: nothing in it is behind what was seen of the old one. */
    @Test
    void aDurableOfALostStreamHearsAllOfTheNewOne() throws Exception {
        mesh.push("p1", DEFINITION);
        startStreams(Duration.ofSeconds(30));
        streamsReached();
        for (int n = 0; n < 5; n++) {
            connection.publish("mesh.mod.orders.redrive.r" + n, new byte[0]);
        }
        List<io.nats.client.Message> old = connection
                .jetStream()
                .subscribe(null, PullSubscribeOptions.fastBind("EVENTS", "orders"))
                .fetch(5, SOON);
        for (io.nats.client.Message message : old) {
            message.ackSync(SOON);
        }
        Map<String, String> newer = new TreeMap<>(DEFINITION);
        newer.computeIfPresent("modules/billing/module.yaml", (f, text) -> text.replace("1.0.0", "1.0.1"));
        mesh.push("p2", newer); // a round that looks
        await().atMost(SOON)
                .until(() -> await(mesh.store.durables()).get("orders").floor() == 5);
        await(mesh.vertx.undeploy(verticle));
        management.deleteStream("EVENTS");
        startStreams(Duration.ofSeconds(30));
        connection.publish("mesh.mod.orders.redrive.new", "new".getBytes(StandardCharsets.UTF_8));
        connection.flush(SOON);
        assertThat(connection
                        .jetStream()
                        .subscribe(null, PullSubscribeOptions.fastBind("EVENTS", "orders"))
                        .fetch(1, SOON))
                .extracting(m -> new String(m.getData(), StandardCharsets.UTF_8))
                .containsExactly("new");
    }

    @Test
    void aChangedFilterMigratesAndADurableGoesOnlyWithItsConsumptionAfterAGrace() throws Exception {
        mesh.push("p1", DEFINITION);
        startStreams(Duration.ofMillis(200), Duration.ofSeconds(4));
        streamsReached();
        Map<String, String> other = new TreeMap<>(DEFINITION);
        other.computeIfPresent("modules/billing/module.yaml", (f, text) -> text.replace("{ paid: {} }", "{ due: {} }"));
        other.computeIfPresent("modules/orders/module.yaml", (f, text) -> text.replace("billing.paid", "billing.due"));
        mesh.push("p2", other);
        streamsReached();
        assertThat(management
                        .getConsumerInfo("EVENTS", "orders")
                        .getConsumerConfiguration()
                        .getFilterSubjects())
                .containsExactlyInAnyOrder("mesh.mod.orders.redrive.>", "mesh.mod.billing.event.due");
        connection.publish("mesh.mod.orders.redrive.r4", new byte[0]);
        connection.flush(SOON);
        other.computeIfPresent(
                "modules/orders/module.yaml", (f, text) -> text.replaceAll("(consumes|delivery):.*\n", ""));
        mesh.push("p3", other);
        streamsReached();
        assertThat(management.getConsumerNames("EVENTS")).contains("orders"); // within its grace
        await().atMost(SOON)
                .until(() -> await(mesh.store.durables()).get("orders").unwanted() != null);
        Instant since = await(mesh.store.durables()).get("orders").unwanted();
        await(mesh.vertx.undeploy(verticle));
        startStreams(Duration.ofMillis(200), Duration.ofSeconds(4));
        assertThat(await(mesh.store.durables()).get("orders").unwanted()).isEqualTo(since);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> !management.getConsumerNames("EVENTS").contains("orders"));
        assertThat(await(mesh.store.auditTail(Long.MAX_VALUE, 5)))
                .anyMatch(entry -> entry.what().equals("consumer.removed")
                        && entry.detail().equals("name=orders backlog=1"));
    }

    @Test
    void lostBrokerDataRaisesTheEpoch() throws Exception {
        startStreams(Duration.ofMillis(200));
        long epoch = await(mesh.store.epoch());
        mesh.stopBroker();
        try (Stream<Path> data = Files.walk(mesh.directory.jetstream())) {
            data.sorted(Comparator.reverseOrder())
                    .filter(path -> !path.equals(mesh.directory.jetstream()))
                    .forEach(path -> assertThat(path.toFile().delete()).isTrue());
        }
        mesh.startBroker();
        await().atMost(Duration.ofSeconds(40)).until(() -> await(mesh.store.epoch()) > epoch);
    }

    /** facts 10.2, first row: whoever may pull may aim the answer; with streams in their own account it reaches nothing. */
    @Test
    void aPullWhoseReplyIsAStreamDeletionDeletesNothing() throws Exception {
        mesh.push("p1", DEFINITION);
        mesh.enrol(N1, node);
        startStreams(Duration.ofSeconds(30));
        streamsReached();
        mesh.live();
        try (Connection orders = mesh.connect(ORDERS, node)) {
            byte[] pull = "{\"batch\":1,\"no_wait\":true}".getBytes(StandardCharsets.UTF_8);
            for (String deletion : List.of(
                    "$JS.API.STREAM.DELETE.CONTROL",
                    "streams.API.STREAM.DELETE.CONTROL",
                    "$JS.API.STREAM.PURGE.CONTROL",
                    "$JS.API.CONSUMER.DELETE.CONTROL.controller")) {
                orders.publish("streams.API.CONSUMER.MSG.NEXT.EVENTS.orders", deletion, pull);
                orders.publish("$JS.ACK.EVENTS.orders.1.1.1.1.0", deletion, "+ACK".getBytes(StandardCharsets.UTF_8));
                orders.publish("mesh.mod.orders.event.placed", deletion, new byte[0]);
            }
            orders.flush(Duration.ofSeconds(5));
            // The same pull with an honest reply works: the attack was live.
            assertThat(orders.jetStream(
                            JetStreamOptions.builder().prefix("streams.API").build()))
                    .isNotNull();
            assertThat(orders.request(
                            NatsMessage.builder()
                                    .subject("streams.API.CONSUMER.MSG.NEXT.EVENTS.orders")
                                    .data(pull)
                                    .build(),
                            Duration.ofSeconds(5)))
                    .isNotNull();
            orders.publish("mesh.mod.billing.event.paid", new byte[0]);
            orders.publish("$JS.API.STREAM.DELETE.CONTROL", new byte[0]);
            orders.flush(Duration.ofSeconds(5));
        }
        await().atMost(SOON)
                .until(() -> mesh.refusals.stream().anyMatch(text -> text.contains("mesh.mod.billing.event.paid"))
                        && mesh.refusals.stream().anyMatch(text -> text.contains("$JS.API.STREAM.DELETE.CONTROL")));
        assertThat(management.getStreamNames()).contains("CONTROL", "EVENTS");
        assertThat(management.getConsumerNames("CONTROL")).contains("controller");
        assertThat(management.getStreamInfo("EVENTS").getStreamState().getMsgCount())
                .isEqualTo(4);
    }
}
