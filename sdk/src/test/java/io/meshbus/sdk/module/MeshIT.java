package io.meshbus.sdk.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.testing.ComposedMesh;
import io.meshbus.sdk.wire.DeadLetter;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Every verb of a module between two least-privilege users of a real server. */
@ExtendWith(LoopWatch.class)
class MeshIT {
    record Item(String item) {}

    private static final Duration LIMIT = Duration.ofSeconds(15);

    @TempDir
    private static Path directory;

    private static final Vertx VERTX = LoopWatch.vertx();
    private static final List<Event<Item>> HEARD = new CopyOnWriteArrayList<>();
    private static final List<Event<JsonObject>> OTHER = new CopyOnWriteArrayList<>();
    private static final List<Event<JsonObject>> OUTCOMES = new CopyOnWriteArrayList<>();
    private static final List<Work<Item>> WORKED = new CopyOnWriteArrayList<>();
    private static final List<Context> CONTEXTS = new CopyOnWriteArrayList<>();
    private static final List<DeadLetter> DEAD = new CopyOnWriteArrayList<>();

    private static ComposedMesh mesh;
    private static Mesh teller;

    @BeforeAll
    static void raise() throws Exception {
        mesh = ComposedMesh.raise(VERTX, directory, ShopDefinition.source());
        Soon.await(mesh.controllerStreams())
                .consume(
                        Streams.DEAD_IN,
                        Streams.DEAD_LETTER_CONSUMER,
                        ConsumeOptions.DEFAULT.withMaxDeliver(-1),
                        letter -> {
                            DEAD.add(WireCodec.decode(letter.message().body(), DeadLetter.class));
                            return Future.succeededFuture();
                        },
                        (letter, reason) -> Future.succeededFuture());
        deploy("hearer", MeshIT::hearer);
        deploy("deaf", deaf -> Future.succeededFuture());
        teller = Soon.await(Mesh.connect(VERTX, mesh.options("teller", "n1")));
        Soon.await(teller.subscribe("seat:desk.*", JsonObject.class, event -> {
            OUTCOMES.add(event);
            return Future.succeededFuture();
        }));
    }

    private static void deploy(String module, ModuleCode code) throws Exception {
        Bus bus = Soon.await(mesh.bus(module, "n2"));
        Soon.await(ModuleRuntime.deploy(VERTX, bus, mesh.context(module, "n2"), code::module));
    }

    private static Future<?> hearer(Mesh mesh) {
        CONTEXTS.add(Vertx.currentContext());
        return Future.all(List.of(
                mesh.subscribe("teller.told", Item.class, MeshIT::heard),
                mesh.subscribe("teller.*", JsonObject.class, event -> {
                    OTHER.add(event);
                    return Future.succeededFuture();
                }),
                mesh.handle("quote", Item.class, MeshIT::quote),
                mesh.handle("slow", JsonObject.class, call -> Promise.promise().future()),
                mesh.handle("picky", JsonObject.class, call -> Future.failedFuture(CallException.refused("no"))),
                mesh.accept("desk.review", Item.class, MeshIT::review)));
    }

    private static Future<?> heard(Event<Item> event) {
        CONTEXTS.add(Vertx.currentContext());
        HEARD.add(event);
        return event.body().item().equals("bad") ? Future.failedFuture("cannot") : Future.succeededFuture();
    }

    private static Future<JsonObject> quote(Call<Item> call) {
        CONTEXTS.add(Vertx.currentContext());
        if (call.body().item().equals("gold")) {
            return Future.failedFuture(CallException.failed("SOLD_OUT", "no gold left"));
        }
        return Future.succeededFuture(new JsonObject()
                .put("item", call.body().item())
                .put("caller", call.caller())
                .put("trace", call.onward().traceparent())
                .put("left", call.onward().timeout().toMillis()));
    }

    private static Future<Outcome> review(Work<Item> work) {
        WORKED.add(work);
        return work.body().item().equals("bad")
                ? Future.failedFuture(new io.meshbus.sdk.bus.PoisonException("unreviewable"))
                : Future.succeededFuture(work.outcome("reviewed", work.body()));
    }

    @AfterAll
    static void end() throws Exception {
        Soon.await(teller.close());
        for (String id : List.copyOf(VERTX.deploymentIDs())) {
            Soon.await(ModuleRuntime.undeploy(VERTX, id));
        }
        String log = mesh.serverLog();
        mesh.close();
        Soon.await(VERTX.close());
        assertThat(log).doesNotContain("Violation");
    }

    @Test
    void anEventReachesItsHandlerOnTheModulesContext() throws Exception {
        String id = Soon.await(teller.publish("told", new Item("tea")));
        Event<Item> event = one(HEARD, e -> e.id().equals(id));
        assertThat(event.body()).isEqualTo(new Item("tea"));
        assertThat(event.name()).isEqualTo("teller.told");
        assertThat(event.envelope().source()).isEqualTo("mesh://shop/n1/teller");
        assertThat(event.envelope().traceparent()).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
        assertThat(CONTEXTS).containsOnly(CONTEXTS.get(0));
    }

    @Test
    void anEventsOwnHandlerGoesBeforeAPattern() throws Exception {
        String id = Soon.await(teller.publish("other", new JsonObject().put("x", 1)));
        one(OTHER, e -> e.id().equals(id));
        assertThat(OTHER).noneMatch(e -> e.name().equals("teller.told"));
    }

    @Test
    void anEventPublishedAgainWithItsIdIsHeardOnce() throws Exception {
        EventOptions options = EventOptions.PLAIN.withId("once-" + System.nanoTime());
        Soon.await(teller.publish("told", new Item("once"), options));
        Soon.await(teller.publish("told", new Item("once"), options));
        String last = Soon.await(teller.publish("told", new Item("after")));
        one(HEARD, e -> e.id().equals(last));
        assertThat(HEARD).filteredOn(e -> e.body().item().equals("once")).hasSize(1);
    }

    @Test
    void anEventThatDoesNotFitOrIsTooLargeIsNotSent() {
        problem(teller.publish("told", new JsonObject().put("item", 7)), problem -> {
            assertThat(problem.code()).isEqualTo(ProblemCode.INVALID);
            assertThat(problem.problem().where()).isEqualTo("/item");
        });
        problem(teller.publish("other", new Item("x".repeat(Json.BYTES_MAX))), problem -> {
            assertThat(problem.code()).isEqualTo(ProblemCode.TOO_LARGE);
            assertThat(problem).hasMessageContaining("1 MiB");
        });
    }

    @Test
    void aToolAnswersWithCallerTraceAndTimeLeft() throws Exception {
        JsonObject answer = Soon.await(
                teller.request("hearer.quote", new Item("tea"), JsonObject.class, CallOptions.within(LIMIT)));
        assertThat(answer.getString("item")).isEqualTo("tea");
        assertThat(answer.getString("caller")).isEqualTo("teller.n1");
        assertThat(answer.getString("trace")).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
        assertThat(answer.getLong("left")).isBetween(1L, 5_000L);
    }

    @Test
    void theFiveFailuresOfACallAreFive() {
        call(
                "hearer.silent",
                new Item("tea"),
                failure -> assertThat(failure.code()).isEqualTo(ProblemCode.NO_RESPONDER));
        call(
                "hearer.picky",
                new Item("tea"),
                failure -> assertThat(failure.code()).isEqualTo(ProblemCode.REFUSED));
        call("hearer.quote", new JsonObject().put("item", 7), failure -> {
            assertThat(failure.code()).isEqualTo(ProblemCode.INVALID);
            assertThat(failure.details().getString("pointer")).isEqualTo("/item");
        });
        call("hearer.quote", new Item("gold"), failure -> {
            assertThat(failure.code()).isEqualTo(ProblemCode.FAILED);
            assertThat(failure.reason()).isEqualTo("SOLD_OUT");
        });
        call(
                "hearer.slow",
                new Item("tea"),
                failure -> assertThat(failure.code()).isEqualTo(ProblemCode.TIMED_OUT));
    }

    @Test
    void whatIsNotDeclaredDoesNotReachTheServer() {
        problem(
                teller.request("hearer.secret", new Item("tea"), JsonObject.class),
                problem -> assertThat(problem.code()).isEqualTo(ProblemCode.NOT_DECLARED));
        problem(
                teller.subscribe("teller.told", Item.class, e -> Future.succeededFuture()),
                problem -> assertThat(problem.code()).isEqualTo(ProblemCode.NOT_DECLARED));
    }

    @Test
    void workIsDoneOnceAndItsOutcomeCarriesItsId() throws Exception {
        String work = Soon.await(teller.submit("desk.review", new Item("tea")));
        Event<JsonObject> outcome = one(OUTCOMES, e -> work.equals(e.subject()));
        assertThat(outcome.name()).isEqualTo("seat:desk.reviewed");
        assertThat(outcome.body()).isEqualTo(new JsonObject().put("item", "tea"));
        assertThat(WORKED).filteredOn(w -> w.id().equals(work)).singleElement().satisfies(w -> {
            assertThat(w.submitter()).isEqualTo("teller.n1");
            assertThat(w.attempt()).isEqualTo(1);
        });
    }

    @Test
    void workThatFinallyFailsIsToldAndKept() throws Exception {
        String work = Soon.await(teller.submit("desk.review", new Item("bad")));
        Event<JsonObject> outcome = one(OUTCOMES, e -> work.equals(e.subject()));
        assertThat(outcome.name()).isEqualTo("seat:desk.failed");
        assertThat(outcome.body().getString("code")).isEqualTo("POISON");
        DeadLetter letter = one(DEAD, d -> d.stream().equals("SEAT_desk"));
        assertThat(letter.module()).isEqualTo("seat:desk");
        assertThat(letter.subject()).isEqualTo("mesh.seat.desk.accept.review");
    }

    @Test
    void anEventThatFinallyFailsIsADeadLetterWithItsBytes() throws Exception {
        String id = Soon.await(teller.publish("told", new Item("bad")));
        DeadLetter letter = one(DEAD, d -> d.consumer().equals("hearer") && text(d).contains(id));
        assertThat(letter.attempts()).isEqualTo(2);
        assertThat(letter.code()).isEqualTo("FAILED");
        assertThat(letter.subject()).isEqualTo("mesh.mod.teller.event.told");
        assertThat(letter.headers().get(WireHeaders.MESSAGE_ID)).containsExactly(id);
        assertThat(HEARD).filteredOn(e -> e.id().equals(id)).hasSize(2);
    }

    @Test
    void whatIsNoEventIsADeadLetterAtOnce() throws Exception {
        Bus raw = Soon.await(mesh.bus("teller", "n1"));
        String subject = Subjects.event(new ModuleId("teller"), new EventName("told"));
        Soon.await(raw.store(Message.of(subject, Buffer.buffer("junk")), PublishOptions.PLAIN));
        DeadLetter letter = one(DEAD, d -> d.consumer().equals("hearer") && text(d).equals("junk"));
        assertThat(letter.code()).isEqualTo("BAD_PAYLOAD");
        assertThat(letter.attempts()).isEqualTo(1);
    }

    @Test
    void aPromisedEventWithoutAHandlerIsADeadLetter() throws Exception {
        String id = Soon.await(teller.publish("told", new Item("unheard")));
        DeadLetter letter = one(DEAD, d -> d.consumer().equals("deaf") && text(d).contains(id));
        assertThat(letter.code()).isEqualTo("NO_HANDLER");
    }

    @Test
    void aRedrivenDeadLetterGoesToItsModuleUnderItsFirstSubject() throws Exception {
        String id = Soon.await(teller.publish("told", new Item("again")));
        Event<Item> first = one(HEARD, e -> e.id().equals(id));
        ModuleId hearer = new ModuleId("hearer");
        Headers headers = Headers.of(WireHeaders.ORIGINAL_SUBJECT, "mesh.mod.teller.event.told");
        Soon.await(Soon.await(mesh.controllerStreams())
                .store(
                        Message.of(
                                Subjects.redrive(hearer, "r1"),
                                headers,
                                first.envelope().encode()),
                        PublishOptions.PLAIN));
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(HEARD)
                        .filteredOn(e -> e.id().equals(id))
                        .extracting(Event::name)
                        .containsExactly("teller.told", "teller.told"));
    }

    @Test
    void theHeaderOfARedriveIsBelievedNowhereElse() throws Exception {
        Bus raw = Soon.await(mesh.bus("teller", "n1"));
        String other = Subjects.event(new ModuleId("teller"), new EventName("other"));
        String envelope = new io.meshbus.sdk.wire.Envelope(
                        "forged",
                        "mesh://shop/n1/teller",
                        "teller.told",
                        null,
                        java.time.Instant.EPOCH,
                        "application/json",
                        null,
                        null,
                        java.util.Map.of(),
                        Buffer.buffer("{\"item\":\"forged\"}"))
                .encode()
                .toString();
        Headers headers = Headers.of(WireHeaders.ORIGINAL_SUBJECT, "mesh.mod.teller.event.told");
        Soon.await(raw.store(Message.of(other, headers, Buffer.buffer(envelope)), PublishOptions.PLAIN));
        DeadLetter letter = one(DEAD, d -> text(d).equals(envelope));
        assertThat(letter.code()).isEqualTo("BAD_PAYLOAD");
        assertThat(HEARD).noneMatch(e -> e.id().equals("forged"));
    }

    @Test
    void standardToolingFindsTheTools() throws Exception {
        Bus admin = Soon.await(mesh.admin());
        Message info = Soon.await(admin.request(Message.of("$SRV.INFO.hearer", Buffer.buffer()), LIMIT));
        JsonObject service = info.body().toJsonObject();
        assertThat(service.getString("type")).isEqualTo("io.nats.micro.v1.info_response");
        assertThat(service.getString("version")).isEqualTo("1.2.3");
        assertThat(service.getJsonArray("endpoints").stream().map(e -> ((JsonObject) e).getString("name")))
                .containsExactlyInAnyOrder("quote", "slow", "picky");
    }

    @Test
    void afterCloseNothingBegins() throws Exception {
        Mesh closing = Soon.await(Mesh.connect(VERTX, mesh.options("teller", "n1")));
        Soon.await(closing.close());
        Soon.await(closing.close());
        problem(
                closing.publish("told", new Item("tea")),
                p -> assertThat(p.code()).isEqualTo(ProblemCode.CLOSED));
    }

    private static <T> T one(List<T> list, Predicate<T> wanted) {
        return await().atMost(LIMIT)
                .until(() -> list.stream().filter(wanted).findFirst(), java.util.Optional::isPresent)
                .orElseThrow();
    }

    private static String text(DeadLetter letter) {
        return new String(Base64.getDecoder().decode(letter.body()), StandardCharsets.UTF_8);
    }

    private static void call(String tool, Object input, java.util.function.Consumer<CallException> verify) {
        problem(teller.request(tool, input, JsonObject.class), problem -> {
            assertThat(problem).isInstanceOf(CallException.class);
            verify.accept((CallException) problem);
        });
    }

    private static void problem(Future<?> future, java.util.function.Consumer<ProblemException> verify) {
        assertThatThrownBy(() -> Soon.await(future))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(ProblemException.class, verify::accept);
    }
}
