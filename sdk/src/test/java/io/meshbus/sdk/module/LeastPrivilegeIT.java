package io.meshbus.sdk.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PoisonException;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.Subscription;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.testing.ComposedMesh;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two modules with the rights that composition derives and no right more make every call of the SDK there is, and the
 * server has nothing to object to. With one grant less it would: its log says so at the end.
 */
@ExtendWith(LoopWatch.class)
class LeastPrivilegeIT {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration SOON = Duration.ofMillis(100);
    private static final String QUOTE = "mesh.mod.hearer.tool.quote";
    private static final String TOLD = "mesh.mod.teller.event.told";
    private static final JsonObject TEA = item("tea");

    private final Queue<String> heard = new ConcurrentLinkedQueue<>();
    private final Queue<Problem> faults = new ConcurrentLinkedQueue<>();
    private Vertx vertx;
    private ComposedMesh mesh;

    private static JsonObject item(String name) {
        return new JsonObject().put("item", name);
    }

    @ParameterizedTest(name = "answers: {0}, auth: {1}")
    @CsvSource({"derived, password", "derived, nkey", "allow_responses, password", "allow_responses, nkey"})
    void everyCallIsWithinWhatIsDerived(String answers, String auth, @TempDir Path directory) throws Exception {
        vertx = LoopWatch.vertx();
        mesh = ComposedMesh.raise(
                vertx, directory, ShopDefinition.source("answers: " + answers + "\nauth: " + auth + "\n"));
        try {
            verbsOfTheMesh();
            callsOfTheBus();
            assertThat(faults).isEmpty();
            assertThat(mesh.serverLog()).doesNotContain("Violation");

            // The control: what is not derived is a line in the same log.
            Bus teller = Soon.await(mesh.bus("teller", "n1"));
            Future<?> forbidden =
                    teller.store(Message.of("mesh.mod.hearer.event.forged", Buffer.buffer("{}")), PublishOptions.PLAIN);
            await().until(forbidden::isComplete);
            await().atMost(LIMIT).until(() -> mesh.serverLog().contains("Publish Violation"));
        } finally {
            mesh.close();
            Soon.await(vertx.close());
        }
    }

    private void verbsOfTheMesh() throws Exception {
        Mesh teller = Soon.await(Mesh.connect(vertx, mesh.options("teller", "n1")));
        Mesh hearer = Soon.await(Mesh.connect(vertx, mesh.options("hearer", "n2")));
        Soon.await(hearer.handle("quote", JsonObject.class, call -> Future.succeededFuture(call.body())));
        Registration picky = Soon.await(
                hearer.handle("picky", JsonObject.class, call -> Future.failedFuture(CallException.refused("no"))));
        SubscribeOptions inOrder = SubscribeOptions.DEFAULT.withOrderedBy(event -> event.name());
        Soon.await(hearer.subscribe("teller.told", JsonObject.class, inOrder, this::hear));
        Soon.await(hearer.accept("desk.review", JsonObject.class, this::review));
        Soon.await(teller.subscribe("seat:desk.*", JsonObject.class, outcome -> note(outcome.name())));

        assertThat(Soon.await(teller.request("hearer.quote", TEA, JsonObject.class)))
                .isEqualTo(TEA);
        await().until(teller.request("hearer.picky", TEA, JsonObject.class)::failed);
        Soon.await(teller.publish("told", TEA));
        Soon.await(teller.publish("told", item("again"), EventOptions.PLAIN.withId("again")));
        Soon.await(teller.publish("told", item("poison")));
        Soon.await(teller.submit("desk.review", TEA));
        Soon.await(teller.submit("desk.review", item("poison")));
        Soon.await(hearer.publish("seat:desk.reviewed", TEA));
        await().atMost(LIMIT)
                .until(() ->
                        heard.containsAll(List.of("tea", "again", "poison", "seat:desk.reviewed", "seat:desk.failed")));
        await().atMost(LIMIT).until(() -> handedOver() == 2);
        discovered();
        Soon.await(picky.close());
        Soon.await(Future.all(teller.close(), hearer.close()));
    }

    /** Once well, once again, and never. */
    private Future<?> hear(Event<JsonObject> event) {
        String item = event.body().getString("item");
        boolean first = !heard.contains(item);
        heard.add(item);
        if (item.equals("poison")) {
            return Future.failedFuture(new PoisonException("never"));
        }
        return item.equals("again") && first ? Future.failedFuture("once more") : Future.succeededFuture();
    }

    private Future<Outcome> review(Work<JsonObject> work) {
        return work.body().equals(TEA)
                ? Future.succeededFuture(work.outcome("reviewed", TEA))
                : Future.failedFuture(new PoisonException("unreviewable"));
    }

    private Future<?> note(String what) {
        heard.add(what);
        return Future.succeededFuture();
    }

    private long handedOver() throws Exception {
        Bus streams = Soon.await(mesh.controllerStreams());
        return Soon.await(new Jnats(vertx).streams(streams).stream(Streams.DEAD_IN))
                .orElseThrow()
                .messages();
    }

    private void discovered() throws Exception {
        Bus admin = Soon.await(mesh.admin());
        for (String question : List.of("$SRV.PING", "$SRV.INFO.hearer", "$SRV.STATS.hearer")) {
            Message answer = Soon.await(admin.request(Message.of(question, Buffer.buffer()), LIMIT));
            assertThat(answer.body().toJsonObject().getString("name")).isEqualTo("hearer");
        }
    }

    private void callsOfTheBus() throws Exception {
        BusOptions options = mesh.options("hearer", "n2").bus();
        Jnats connector = new Jnats(vertx);
        Bus hearer = Soon.await(mesh.connect(options));
        Bus teller = Soon.await(mesh.bus("teller", "n1"));
        hearer.onFault(faults::add);
        teller.onFault(faults::add);

        Subscription serving = Soon.await(hearer.serve(QUOTE, "quote", 8, Future::succeededFuture));
        Soon.await(connector.renew(hearer, options.auth()));
        Message call = Message.of(QUOTE, TEA.toBuffer());
        assertThat(Soon.await(teller.request(call, LIMIT)).body()).isEqualTo(TEA.toBuffer());
        Soon.await(serving.cancel());

        Subscription listening = Soon.await(hearer.subscribe(QUOTE, "quote", asked -> heard.add("asked")));
        Soon.await(teller.publish(call));
        await().atMost(LIMIT).until(() -> heard.contains("asked"));
        Soon.await(listening.cancel());
        Soon.await(Soon.await(hearer.subscribe(options.principal().inboxPrefix() + ".own", own -> heard.add("own")))
                .cancel());

        assertThat(Soon.await(hearer.last(Streams.STATE, Subjects.stateKey("node.n1"))))
                .isEmpty();
        endings(teller, hearer);
        Consumption work = hearer.consume(
                Streams.seat(new SeatId("desk")),
                Streams.HOLDERS,
                ConsumeOptions.DEFAULT,
                delivery -> Future.succeededFuture(),
                (delivery, reason) -> Future.succeededFuture());
        Soon.await(hearer.flush());
        Soon.await(work.stop(LIMIT));
        assertThat(hearer.state()).isEqualTo(BusState.CONNECTED);
        Soon.await(hearer.close(LIMIT));
        Soon.await(teller.close(LIMIT));
    }

    /** A stream of deliveries, each ended in another way; one comes back. */
    private void endings(Bus teller, Bus hearer) throws Exception {
        Consumption deliveries = hearer.consume(Streams.EVENTS, "hearer", ConsumeOptions.DEFAULT);
        deliveries.pause();
        deliveries.handler(this::end);
        for (String ending : List.of("ack", "nak", "term", "progress")) {
            Soon.await(teller.store(Message.of(TOLD, Buffer.buffer(ending)), PublishOptions.PLAIN));
        }
        deliveries.fetch(2);
        deliveries.resume();
        await().atMost(LIMIT)
                .until(() -> heard.containsAll(List.of("1 ack", "1 nak", "2 nak", "1 term", "1 progress")));
        Soon.await(hearer.flush());
        Soon.await(deliveries.stop(LIMIT));
    }

    private void end(Delivery delivery) {
        String ending = delivery.message().body().toString();
        Future<Void> ended = switch (ending) {
            case "nak" -> delivery.attempt() == 1 ? delivery.nak(SOON) : delivery.ack();
            case "term" -> delivery.term("enough");
            case "progress" -> delivery.progress().compose(still -> delivery.ack());
            default -> delivery.ack();
        };
        ended.onSuccess(done -> heard.add(delivery.attempt() + " " + ending));
    }
}
