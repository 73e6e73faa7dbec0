package io.meshbus.control.deadletter;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.control.ControllerBed;
import io.meshbus.control.ModuleOutside;
import io.meshbus.control.store.Store.AuditEntry;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.DeadLetter;
import io.meshbus.sdk.wire.WireCodec;
import io.nats.client.Connection;
import io.nats.client.JetStreamOptions;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.PullSubscribeOptions;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How deliveries end that cannot be handled, and what a person does with them, against a real server (spec 3.8). */
class DeadLettersIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration PULL = Duration.ofSeconds(10);
    private static final Map<String, String> DEFINITION = Map.of(
            "mesh.yaml", """
                    mesh: demo
                    nodes: { n1: {} }
                    assignments: { source: [ n1 ], sink: [ n1 ], other: [ n1 ], dying: [ n1 ] }
                    """,
            "seats/desk.yaml", """
                    seat: desk
                    description: prices
                    accepts: { look: { description: a look } }
                    """,
            "modules/source/module.yaml", """
                    module: source
                    version: 1.0.0
                    emits: { told: {} }
                    seats: { submits: [ desk.look ] }
                    run: { container: { image: x } }
                    """,
            "modules/sink/module.yaml", """
                    module: sink
                    version: 2.1.0
                    consumes: [ source.told ]
                    delivery: { maxDeliver: 2, delays: [ 100ms ] }
                    run: { container: { image: x } }
                    """,
            "modules/other/module.yaml", """
                    module: other
                    version: 1.0.0
                    consumes: [ source.told ]
                    run: { container: { image: x } }
                    """,
            "modules/dying/module.yaml", """
                    module: dying
                    version: 1.0.0
                    consumes: [ source.told ]
                    seats: { holds: [ desk ] }
                    delivery: { maxDeliver: 2, delays: [ 100ms ], ackWait: 1s }
                    run: { container: { image: x } }
                    """);

    @TempDir
    static Path directory;

    private static final Queue<JsonObject> SUNK = new ConcurrentLinkedQueue<>();
    private static final Queue<JsonObject> OTHERS = new ConcurrentLinkedQueue<>();
    private static ControllerBed bed;
    private static ModuleOutside modules;
    private static Mesh source;

    @BeforeAll
    static void raise() throws Exception {
        bed = new ControllerBed(directory);
        modules = new ModuleOutside(bed, DEFINITION, "n1");
        // A second controller's: what is one letter stays one, whoever of them writes it.
        await(bed.mesh.vertx.deployVerticle(
                new DeadLetterVerticle(bed.streams, bed.admin, bed.mesh.store, ControllerBed.RANDOM)));
        source = modules.module("source", "n1", mesh -> Future.succeededFuture());
        modules.module(
                "sink",
                "n1",
                mesh -> mesh.subscribe("source.told", JsonObject.class, event -> {
                    if (event.body().containsKey("bad")) {
                        return Future.failedFuture(new IllegalStateException("cannot do " + event.body()));
                    }
                    SUNK.add(event.body());
                    return Future.succeededFuture();
                }));
        modules.module(
                "other",
                "n1",
                mesh -> mesh.subscribe("source.told", JsonObject.class, event -> {
                    OTHERS.add(event.body());
                    return Future.succeededFuture();
                }));
    }

    @AfterAll
    static void lower() throws Exception {
        bed.close();
    }

    private static List<JsonObject> letters(JsonObject question) throws Exception {
        JsonObject answer = bed.ask("dead_list", question);
        return objects(answer, "letters").toList();
    }

    private static Stream<JsonObject> objects(JsonObject answer, String member) {
        return answer.getJsonArray(member).stream().map(JsonObject.class::cast);
    }

    private static JsonObject only(String module, String reason) {
        JsonObject question = new JsonObject().put("module", module).put("reason", reason);
        await().atMost(LIMIT).until(() -> !letters(question).isEmpty());
        return question;
    }

    private static JsonObject show(JsonObject letter) throws Exception {
        return bed.ask("dead_show", new JsonObject().put("id", letter.getLong("id")));
    }

    private static String body(JsonObject whole) {
        return new String(Base64.getDecoder().decode(whole.getString("body")), StandardCharsets.UTF_8);
    }

    @Test
    void whatFailsAsOftenAsItMayIsOneLetterAndComesBackEditedToThatModuleAlone() throws Exception {
        await(source.publish("told", new JsonObject().put("bad", 1)));
        JsonObject question = only("sink", "FAILED");
        JsonObject letter = show(letters(question).get(0));
        assertThat(letter.getString("event")).isEqualTo("source.told");
        assertThat(letter.getString("subject")).isEqualTo("mesh.mod.source.event.told");
        assertThat(letter.getString("consumer")).isEqualTo("sink");
        assertThat(letter.getString("version")).isEqualTo("2.1.0");
        assertThat(letter.getLong("attempts")).isEqualTo(2);
        assertThat(letter.getString("why")).contains("cannot do");
        assertThat(body(letter)).contains("\"data\":{\"bad\":1}");
        assertThat(bed.ask("dead_list", new JsonObject().put("module", "sink"))
                        .getJsonArray("groups")
                        .getJsonObject(0)
                        .getString("version"))
                .isEqualTo("2.1.0");

        String mended = body(letter).replace("{\"bad\":1}", "{\"good\":1}");
        JsonObject redriven = bed.ask(
                "dead_redrive",
                new JsonObject()
                        .put("ids", new JsonArray().add(letter.getLong("id")))
                        .put("body", Base64.getEncoder().encodeToString(mended.getBytes(StandardCharsets.UTF_8))));
        assertThat(redriven.getJsonArray("done"))
                .containsExactly(letter.getLong("id").intValue());
        await().atMost(LIMIT).until(() -> SUNK.contains(new JsonObject().put("good", 1)));
        await(source.publish("told", new JsonObject().put("after", 1)));
        await().atMost(LIMIT).until(() -> OTHERS.contains(new JsonObject().put("after", 1)));
        assertThat(OTHERS).doesNotContain(new JsonObject().put("good", 1));
        assertThat(letters(question)).isEmpty();
        assertThat(bed.ask("dead_show", new JsonObject().put("id", letter.getLong("id")))
                        .getString("code"))
                .isEqualTo("UNKNOWN_NAME");
        assertThat(await(bed.mesh.store.auditTail(Long.MAX_VALUE, 5)))
                .filteredOn(entry -> entry.what().equals("dead.redrive.edited"))
                .extracting(AuditEntry::by)
                .containsExactly("person.admin");
    }

    @Test
    void whatCannotBeReadIsALetterOfEachThatHearsIt() throws Exception {
        try (Connection plain = modules.plain("source", "n1")) {
            plain.publish("mesh.mod.source.event.told", "no envelope".getBytes(StandardCharsets.UTF_8));
            plain.flush(PULL);
        }
        for (String module : List.of("sink", "other")) {
            JsonObject question = only(module, "BAD_PAYLOAD");
            assertThat(letters(question)).hasSize(1);
            assertThat(body(show(letters(question).get(0)))).isEqualTo("no envelope");
            JsonObject dropped = bed.ask("dead_drop", question);
            assertThat(dropped.getJsonArray("done")).hasSize(1);
            assertThat(letters(question)).isEmpty();
        }
    }

    @Test
    void whoseHandlerDiesEachTimeIsTheAdvisorysLetter() throws Exception {
        try (Connection plain = modules.plain("dying", "n1")) {
            JetStreamSubscription pulls = pulls(plain, "EVENTS", "dying");
            await(source.publish("told", new JsonObject().put("deadly", 1)));
            await().atMost(LIMIT).until(() -> {
                pulls.fetch(16, Duration.ofMillis(500)); // and nothing is said about them
                return letters(new JsonObject().put("module", "dying")).stream().anyMatch(letter -> isDeadly(letter));
            });
        }
        List<JsonObject> letters = letters(new JsonObject().put("module", "dying")).stream()
                .filter(DeadLettersIT::isDeadly)
                .toList();
        assertThat(letters).hasSize(1);
        assertThat(letters.get(0).getString("reason")).isEqualTo("MAX_DELIVERIES");
        assertThat(letters.get(0).getLong("attempts")).isEqualTo(2);
        assertThat(letters.get(0).getString("subject")).isEqualTo("mesh.mod.source.event.told");
    }

    private static boolean isDeadly(JsonObject letter) {
        try {
            return body(show(letter)).contains("deadly");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static JetStreamSubscription pulls(Connection plain, String stream, String consumer) throws Exception {
        return plain.jetStream(JetStreamOptions.builder().prefix("streams.API").build())
                .subscribe(null, PullSubscribeOptions.fastBind(stream, consumer));
    }

    @Test
    void workPastItsDeliveriesLeavesTheQueueAndComesBackToIt() throws Exception {
        String id = await(source.submit("desk.look", new JsonObject().put("at", "tea")));
        try (Connection plain = modules.plain("dying", "n1")) {
            JetStreamSubscription pulls = pulls(plain, "SEAT_desk", "holders");
            for (int attempt = 1; attempt <= 5; attempt++) {
                List<Message> got = pulls.fetch(1, PULL);
                assertThat(got).as("attempt " + attempt).hasSize(1);
                got.get(0).nak();
            }
            JsonObject question = new JsonObject().put("module", "seat:desk").put("reason", "MAX_DELIVERIES");
            await().atMost(LIMIT)
                    .until(
                            () -> { // the server looks at it when somebody pulls
                                assertThat(pulls.fetch(1, Duration.ofMillis(200)))
                                        .isEmpty();
                                return !letters(question).isEmpty();
                            });
            assertThat(letters(question)).hasSize(1);
            JsonObject letter = letters(question).get(0);
            assertThat(letter.getString("event")).isEqualTo("desk.look");
            assertThat(letter.getString("version")).isEqualTo("1.0.0");
            assertThat(body(show(letter))).contains(id);
            await().atMost(LIMIT)
                    .until(() ->
                            await(bed.admin.stream("SEAT_desk")).orElseThrow().messages() == 0);
            assertThat(bed.ask("dead_redrive", new JsonObject().put("module", "seat:desk"))
                            .getJsonArray("done"))
                    .hasSize(1);
            List<Message> again = pulls.fetch(1, PULL);
            assertThat(again).hasSize(1);
            assertThat(new String(again.get(0).getData(), StandardCharsets.UTF_8))
                    .contains(id);
            again.get(0).ack();
            plain.flush(PULL);
        }
        assertThat(letters(new JsonObject().put("module", "seat:desk"))).isEmpty();
    }

    @Test
    void whatIsHandedOverTwiceIsOneLetterAndWhatSpeaksForAnotherIsKeptAsSuch() throws Exception {
        DeadLetter letter = new DeadLetter(
                1, "EVENTS", "other", 987_654, "mesh.mod.source.event.told", "other", 5, "TWICE", "", Map.of(), "e30=");
        DeadLetter foreign = new DeadLetter(
                1, "EVENTS", "sink", 987_655, "mesh.mod.source.event.told", "sink", 5, "FORGED", "", Map.of(), "e30=");
        try (Connection plain = modules.plain("other", "n1")) {
            String subject = Subjects.dead(new ModuleId("other"));
            plain.publish(subject, WireCodec.encode(letter).getBytes());
            plain.publish(subject, WireCodec.encode(letter).getBytes());
            plain.publish(subject, WireCodec.encode(foreign).getBytes());
            plain.flush(PULL);
        }
        JsonObject kept = show(letters(only("deadletter", "BAD_PAYLOAD")).get(0));
        assertThat(kept.getString("stream")).isEqualTo("DEAD_IN");
        assertThat(body(kept)).contains("FORGED");
        assertThat(letters(only("other", "TWICE"))).hasSize(1);
        assertThat(letters(new JsonObject().put("reason", "FORGED"))).isEmpty();
        // It is no delivery of anybody's: it stays until it is dropped.
        JsonObject refused = bed.ask("dead_redrive", new JsonObject().put("module", "deadletter"));
        assertThat(objects(refused, "refused").map(one -> one.getString("code")))
                .containsExactly("REFUSED");
    }
}
