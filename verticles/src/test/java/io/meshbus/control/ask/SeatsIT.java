package io.meshbus.control.ask;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.control.ControllerBed;
import io.meshbus.control.ModuleOutside;
import io.meshbus.sdk.bus.PoisonException;
import io.meshbus.sdk.client.PersonClient;
import io.meshbus.sdk.client.Submitted;
import io.meshbus.sdk.manifest.SeatVerb;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.module.Outcome;
import io.meshbus.sdk.module.Work;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Work that waits for a role, whoever holds it and whoever dies, against a real server (spec 3.9). */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SeatsIT {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int JOBS = 200;
    private static final Map<String, String> DEFINITION = new TreeMap<>(Map.of(
            "mesh.yaml", """
                    mesh: demo
                    nodes: { n1: {}, n2: {} }
                    assignments: { giver: [ n1 ], doer: [ n1, n2 ] }
                    """,
            "seats/desk.yaml", """
                    seat: desk
                    description: does things
                    holders: one
                    accepts: { do: { description: a thing } }
                    emits: { did: { description: it is done } }
                    """,
            "modules/giver/module.yaml", """
                    module: giver
                    version: 1.0.0
                    consumes: [ seat:desk.did ]
                    seats: { submits: [ desk.do ] }
                    run: { container: { image: x } }
                    """,
            "modules/doer/module.yaml", """
                    module: doer
                    version: 1.0.0
                    seats: { holds: [ desk ] }
                    run: { container: { image: x } }
                    """));

    /** @param attempt which the server says it is */
    private record Begun(String node, int number, long attempt) {}

    @TempDir
    static Path directory;

    private static final Queue<Begun> BEGUN = new ConcurrentLinkedQueue<>();
    private static final Queue<Integer> DONE = new ConcurrentLinkedQueue<>();
    private static final Queue<String> TOLD = new ConcurrentLinkedQueue<>();
    private static ControllerBed bed;
    private static ModuleOutside modules;
    private static Mesh giver;

    @BeforeAll
    static void raise() throws Exception {
        bed = new ControllerBed(directory);
        modules = new ModuleOutside(bed, DEFINITION, "n1", "n2");
        giver = modules.module(
                "giver",
                "n1",
                mesh -> mesh.subscribe("seat:desk.did", JsonObject.class, event -> {
                    TOLD.add(String.valueOf(event.subject()));
                    return Future.succeededFuture();
                }));
    }

    @AfterAll
    static void lower() throws Exception {
        bed.close();
    }

    /** @param dies the piece of work, counted from 1, in which it stops doing anything; 0 = never */
    private static Mesh hold(String node, int dies) throws Exception {
        AtomicInteger count = new AtomicInteger();
        return modules.module(
                "doer",
                node,
                mesh -> mesh.accept("desk.do", JsonObject.class, work -> {
                    BEGUN.add(new Begun(node, work.body().getInteger("n"), work.attempt()));
                    int now = count.incrementAndGet();
                    return dies > 0 && now >= dies
                            ? Promise.<Outcome>promise().future()
                            : bed.mesh.vertx.timer(5).map(passed -> done(work));
                }));
    }

    private static Outcome done(Work<JsonObject> work) {
        DONE.add(work.body().getInteger("n"));
        return work.outcome("did", new JsonObject());
    }

    private static List<String> submit(int from, int to) throws Exception {
        List<String> ids = new ArrayList<>();
        for (int n = from; n < to; n++) {
            ids.add(await(giver.submit("desk.do", new JsonObject().put("n", n))));
        }
        return ids;
    }

    private static JsonObject desk() throws Exception {
        return bed.ask("seats", new JsonObject()).getJsonArray("seats").stream()
                .map(JsonObject.class::cast)
                .filter(seat -> seat.getString("name").equals("desk"))
                .findFirst()
                .orElseThrow();
    }

    private static JsonObject queue() throws Exception {
        return bed.ask("seat_queue", new JsonObject().put("seat", "desk"));
    }

    private static JsonObject cancel(String id) throws Exception {
        return bed.ask("seat_cancel", new JsonObject().put("seat", "desk").put("id", id));
    }

    @Test
    @Order(1)
    void workWaitsWhileNobodyHoldsAndOneThatWasCancelledIsNeverDone() throws Exception {
        waits(0, Duration.ofSeconds(6));
    }

    @Test
    @Order(2)
    @Tag("long")
    void workWaitsAMinuteWhileNobodyHolds() throws Exception {
        waits(100, Duration.ofSeconds(60));
    }

    /** Ten pieces, one of them cancelled, and nobody for so long; then one holder, who does them in their order. */
    private static void waits(int first, Duration nobody) throws Exception {
        DONE.clear();
        TOLD.clear();
        List<String> ids = submit(first, first + 10);
        assertThat(desk().getLong("waiting")).isEqualTo(10);
        assertThat(queue().getJsonArray("work").stream()
                        .map(JsonObject.class::cast)
                        .map(work -> work.getString("id")))
                .isEqualTo(ids);
        assertThat(queue().getJsonArray("work").getJsonObject(0).getString("submitter"))
                .isEqualTo("giver.n1");
        assertThat(cancel(ids.get(4)).getBoolean("cancelled")).isTrue();
        assertThat(cancel(ids.get(4)).getString("code")).isEqualTo("UNKNOWN_NAME");
        bed.mesh
                .vertx
                .timer(nobody.toMillis())
                .toCompletionStage()
                .toCompletableFuture()
                .join();
        assertThat(desk().getLong("waiting")).isEqualTo(9);
        assertThat(DONE).isEmpty();

        Mesh holder = hold("n1", 0);
        await().atMost(LIMIT).until(() -> DONE.size() == 9);
        assertThat(DONE)
                .containsExactlyElementsOf(IntStream.range(first, first + 10)
                        .filter(n -> n != first + 4)
                        .boxed()
                        .toList());
        await().atMost(LIMIT).until(() -> TOLD.size() == 9);
        assertThat(TOLD)
                .containsExactlyInAnyOrderElementsOf(
                        ids.stream().filter(id -> !id.equals(ids.get(4))).toList());
        await().atMost(LIMIT).until(() -> desk().getLong("begun") + desk().getLong("waiting") == 0);
        assertThat(await(bed.mesh.store.auditTail(Long.MAX_VALUE, 10)))
                .anyMatch(entry ->
                        entry.what().equals("seat.cancel") && entry.detail().contains(ids.get(4)));
        await(holder.close());
    }

    private static JsonObject outcome(JsonObject from, String id, long sequence) throws Exception {
        return bed.ask(
                "seat_outcome", from.copy().put("seat", "desk").put("id", id).put("sequence", sequence));
    }

    /** As `seat submit --wait` asks: from before the work is given to what became of it. */
    @Test
    @Order(0)
    void whatBecameOfWorkIsToldToWhoeverHasItsId() throws Exception {
        JsonObject from = bed.ask("seat_outcome", new JsonObject().put("seat", "desk"));
        PersonClient person = new PersonClient(bed.person, ControllerBed.ADMIN);
        Submitted waits = await(person.submit(
                SeatVerb.parse("desk.do"), new JsonObject().put("n", 1).toBuffer()));
        assertThat(outcome(from, waits.id(), waits.sequence())).isEqualTo(new JsonObject().put("state", "waiting"));
        assertThat(cancel(waits.id()).getBoolean("cancelled")).isTrue();
        assertThat(outcome(from, waits.id(), waits.sequence()).getString("state"))
                .isEqualTo("cancelled");
        Submitted done = await(person.submit(
                SeatVerb.parse("desk.do"), new JsonObject().put("n", 2).toBuffer()));
        Submitted bad = await(person.submit(
                SeatVerb.parse("desk.do"), new JsonObject().put("n", "x").toBuffer()));
        Promise<Outcome> held = Promise.promise();
        Mesh doer = modules.module(
                "doer",
                "n1",
                mesh -> mesh.accept(
                        "desk.do",
                        JsonObject.class,
                        work -> work.body().getValue("n").equals("x")
                                ? Future.failedFuture(new PoisonException("x is no number"))
                                : held.future()));
        await().atMost(LIMIT)
                .until(() -> outcome(from, done.id(), done.sequence())
                        .getString("state")
                        .equals("begun"));
        held.complete(new Outcome("did", new JsonObject().put("of", 2)));
        await().atMost(LIMIT)
                .until(() -> outcome(from, done.id(), done.sequence())
                        .getString("state")
                        .equals("told"));
        JsonObject told = outcome(from, done.id(), done.sequence());
        assertThat(told.getString("event")).isEqualTo("did");
        assertThat(told.getJsonObject("data")).isEqualTo(new JsonObject().put("of", 2));
        await().atMost(LIMIT)
                .until(() -> outcome(from, bad.id(), bad.sequence())
                        .getString("state")
                        .equals("dead"));
        assertThat(outcome(from, bad.id(), bad.sequence()).getString("why")).contains("x is no number");
        assertThat(bed.ask("seat_outcome", new JsonObject().put("seat", "desk").put("id", done.id()))
                        .getString("code"))
                .isEqualTo("INVALID");
        await(doer.close());
        TOLD.clear();
    }

    @Test
    @Order(3)
    void aHolderThatDiesInTheMiddleLosesNothing() throws Exception {
        BEGUN.clear();
        DONE.clear();
        hold("n1", 0);
        hold("n2", 5);
        List<String> ids = submit(1000, 1000 + JOBS);
        await().atMost(LIMIT)
                .until(() -> BEGUN.stream()
                                .filter(begun -> begun.node().equals("n2"))
                                .count()
                        == 5);
        assertThat(cancel(ids.get(0)).getString("code")).isIn("UNKNOWN_NAME", "REFUSED");
        int hanging = BEGUN.stream()
                .filter(begun -> begun.node().equals("n2"))
                .reduce((a, b) -> b)
                .orElseThrow()
                .number();
        assertThat(bed.ask("node_remove", new JsonObject().put("node", "n2")).getBoolean("removed"))
                .isTrue();
        await().atMost(LIMIT).until(() -> DONE.size() >= JOBS);
        assertThat(DONE)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(1000, 1000 + JOBS).boxed().toList());
        List<Begun> again = BEGUN.stream().filter(begun -> begun.attempt() > 1).toList();
        assertThat(again).extracting(Begun::node).containsOnly("n1");
        assertThat(again).extracting(Begun::number).contains(hanging);
        // Besides that piece only what the dead one held behind it.
        assertThat(again).hasSizeLessThanOrEqualTo(2);
        assertThat(BEGUN).hasSizeLessThanOrEqualTo(JOBS + 1);
    }

    @Test
    @Order(4)
    void aSecondModuleInASeatOfOneHolderIsRefused() throws Exception {
        Map<String, String> two = new TreeMap<>(DEFINITION);
        two.put(
                "modules/second/module.yaml",
                DEFINITION.get("modules/doer/module.yaml").replace("doer", "second"));
        two.put("mesh.yaml", DEFINITION.get("mesh.yaml").replace("giver: [ n1 ]", "giver: [ n1 ], second: [ n1 ]"));
        JsonObject refused = bed.ask(
                "push",
                new JsonObject()
                        .put("preview", true)
                        .put(
                                "source",
                                new JsonObject(WireCodec.encode(
                                        new io.meshbus.sdk.manifest.DefinitionSource(two, Map.of())))));
        assertThat(refused.encode()).contains("desk").contains("DEFINITION_INVALID");
    }
}
