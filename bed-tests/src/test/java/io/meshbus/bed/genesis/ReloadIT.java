package io.meshbus.bed.genesis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.DefinitionCopy;
import io.meshbus.bed.Meshbus;
import io.meshbus.bed.PlainClient;
import io.meshbus.bed.genesis.SharedMesh.Mesh;
import io.meshbus.launcher.client.Session;
import io.nats.client.Dispatcher;
import io.nats.client.Message;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Reloads of the list while the mesh works (spec 2.5, 3.4), and a list that is larger than a message. */
@ExtendWith(SharedMesh.class)
class ReloadIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String TOOL = "mesh.mod.pricing.tool.quote";
    private static final int RELOADS = 20;
    private static final int EMITS = 2_000;
    private static final int MODULES = 4;

    /** With allow_responses each reload would have dropped the right to answer (facts 0.3). */
    @Test
    void aCallInFlightOverTwentyUnrelatedReloadsGetsItsAnswer(Mesh mesh) throws Exception {
        BlockingQueue<Message> held = new LinkedBlockingQueue<>();
        try (PlainClient orders = mesh.orders();
                PlainClient responder = mesh.pricing();
                Session session = Session.ofDirectory(mesh.directory())) {
            Dispatcher holding = responder.connection().createDispatcher(held::add);
            holding.subscribe(TOOL, "quote");
            responder.flush();
            // The module answers in the same queue, so a few calls are needed until one is held here.
            CompletableFuture<Message> inFlight = new CompletableFuture<>();
            await().atMost(LIMIT).until(() -> {
                CompletableFuture<Message> call =
                        orders.connection().requestWithTimeout(TOOL, "{\"item\":\"tea\"}".getBytes(UTF_8), LIMIT);
                await().atMost(LIMIT).until(() -> call.isDone() || !held.isEmpty());
                if (held.isEmpty()) {
                    return false;
                }
                call.whenComplete((answer, failed) -> inFlight.complete(answer));
                return true;
            });
            long before = reloads(mesh);
            for (int i = 0; i < RELOADS; i++) {
                session.run(
                        LIMIT,
                        client -> client.ask(
                                "token_issue",
                                new JsonObject().put("node", "unrelated").put("ttlSeconds", 60)));
            }
            assertThat(reloads(mesh) - before).isGreaterThanOrEqualTo(RELOADS);
            assertThat(inFlight).isNotDone();
            Message asked = held.take();
            responder.connection().publish(asked.getReplyTo(), "late".getBytes(UTF_8));
            responder.flush();
            assertThat(new String(
                            inFlight.get(LIMIT.toSeconds(), TimeUnit.SECONDS).getData(), UTF_8))
                    .isEqualTo("late");
            assertThat(orders.errors()).isEmpty();
            assertThat(responder.errors()).isEmpty();
        }
    }

    private static long reloads(Mesh mesh) throws Exception {
        return Files.readString(mesh.directory().brokerLog())
                .lines()
                .filter(line -> line.contains("Reloaded server configuration"))
                .count();
    }

    /** Some 2.6 MB of principals; a message has 2 MiB at most. */
    @Test
    void aListLargerThanAMessageIsShownWhole(@TempDir Path temporary, Mesh mesh) throws Exception {
        DefinitionCopy definition = DefinitionCopy.ofDemo(temporary.resolve("definition"));
        List<String> modules =
                IntStream.range(0, MODULES).mapToObj(i -> "many" + i).toList();
        for (String module : modules) {
            many(definition.root(), module);
            definition.edit("mesh.yaml", "assignments:\n", "assignments:\n  " + module + ": [ hub, n1, n2 ]\n");
        }
        Meshbus.Result pushed = mesh.bed().run("push", definition.root().toString());
        assertThat(pushed.exit()).as(pushed.all()).isZero();
        try {
            JsonObject list = mesh.bed().json("accounts", "show");
            assertThat(list.encode().length()).isGreaterThan(2 << 20);
            List<JsonObject> principals = list.getJsonArray("principals").stream()
                    .map(JsonObject.class::cast)
                    .toList();
            assertThat(principals).extracting(one -> one.getString("principal")).doesNotHaveDuplicates();
            for (String module : modules) {
                assertThat(principals)
                        .filteredOn(one -> one.getString("principal").startsWith(module + "."))
                        .hasSize(3)
                        .allMatch(one -> one.getJsonArray("publish").size() >= EMITS);
            }
            assertThat(mesh.bed().run("accounts", "show").out()).contains("many0.hub", "many3.n2", "orders.n1");
        } finally {
            assertThat(mesh.bed()
                            .run("push", Meshbus.root().resolve("configs/demo").toString())
                            .exit())
                    .isZero();
        }
    }

    private static void many(Path definition, String module) throws Exception {
        Path folder = Files.createDirectories(definition.resolve("modules").resolve(module));
        Files.copy(definition.resolve("modules/clock/clock.jar"), folder.resolve("clock.jar"));
        StringBuilder manifest = new StringBuilder("""
                module: %s
                version: 1.0.0
                run: { verticle: io.meshbus.demo.clock.ClockModule, artefact: clock.jar }
                config: { intervalMillis: 3600000 }
                emits:
                  tick: {}
                """.formatted(module));
        IntStream.range(0, EMITS).forEach(i -> manifest.append("  e").append(i).append(": {}\n"));
        Files.writeString(folder.resolve("module.yaml"), manifest);
    }
}
