package io.meshbus.bed.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.DefinitionCopy;
import io.meshbus.bed.MeshBed;
import io.meshbus.bed.Meshbus;
import io.meshbus.bed.Meshbus.Result;
import io.meshbus.bed.Meshbus.Running;
import io.meshbus.bed.Npm;
import io.meshbus.bed.PlainClient;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events, dead letters, work and calls from the command line, on a mesh that was raised as a user raises it. */
class CommandsIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int CHECK_SECONDS = 120;

    @TempDir
    private static Path directory;

    @TempDir
    private static Path temporary;

    private static MeshBed bed;
    private static Path ann;

    /** The demo, and a module whose process serves nothing by itself: the test answers in its place, or does not. */
    @BeforeAll
    static void raise() throws Exception {
        DefinitionCopy definition = DefinitionCopy.ofDemo(temporary.resolve("definition"));
        Path slow = Files.createDirectories(definition.root().resolve("modules/slow"));
        DefinitionCopy.write(slow.resolve("module.yaml"), """
                module: slow
                version: 1.0.0
                serves: { wait: { description: Never answers } }
                run: { process: { command: sleep, args: [ "86400" ], env: {} } }
                """);
        definition.edit("mesh.yaml", "  orders:  [ n1 ]", "  orders:  [ n1 ]\n  slow:    [ n1 ]");
        bed = MeshBed.raise(directory, definition.root());
        ann = temporary.resolve("ann.json");
        Result issued = bed.run("operator", "issue", "ann", "--tools", "pricing.quote", "--out", ann.toString());
        assertThat(issued.exit()).as(issued.all()).isZero();
    }

    @AfterAll
    static void end() {
        bed.close();
        assertThat(bed.processes()).isEmpty();
    }

    private static PlainClient module(String module, String node) throws Exception {
        return PlainClient.module(new MeshDirectory(directory), new ModuleId(module), new NodeId(node));
    }

    private static Stream<JsonObject> objects(JsonObject answer, String member) {
        return answer.getJsonArray(member).stream().map(JsonObject.class::cast);
    }

    private static void refused(String code, Result result) {
        assertThat(result.exit()).as(result.all()).isEqualTo(1);
        assertThat(result.err()).contains(code);
    }

    @Test
    void theFiveEndingsOfACallAreToldApart() throws Exception {
        refused("NO_RESPONDER", bed.run("call", "slow.wait"));
        try (PlainClient slow = module("slow", "n1")) {
            slow.connection().createDispatcher(message -> {}).subscribe("mesh.mod.slow.tool.wait", "wait");
            slow.flush();
            refused("TIMED_OUT", bed.run("call", "slow.wait", "--timeout", "500ms"));
        }
        refused("UNKNOWN_ITEM", bed.run("call", "pricing.quote", "--arg", "item=gold"));
        Result invalid = bed.run("call", "pricing.quote", "{\"item\": 7}");
        refused("INVALID", invalid);
        assertThat(invalid.err()).contains("/item");
        refused("REFUSED", Meshbus.run("--as", ann.toString(), "call", "orders.list"));
        refused("RIGHT_MISSING", Meshbus.run("--as", ann.toString(), "dead", "list"));
    }

    @Test
    void aDeadLetterIsShownMendedAndRedriven() throws Exception {
        try (PlainClient clock = module("clock", "hub")) {
            clock.connection().publish("mesh.mod.clock.event.tick", "no envelope".getBytes(StandardCharsets.UTF_8));
            clock.flush();
        }
        await().atMost(LIMIT)
                .until(() -> objects(bed.json("dead", "list"), "groups")
                        .anyMatch(group -> group.getString("reason").equals("BAD_PAYLOAD")));
        JsonObject list = bed.json("dead", "list", "--module", "orders");
        JsonObject letter = objects(list, "letters").findFirst().orElseThrow();
        assertThat(letter.getString("event")).isEqualTo("clock.tick");
        assertThat(letter.getString("version")).isEqualTo("1.0.0");
        assertThat(bed.run("dead", "list").out()).contains("orders").contains("clock.tick");
        assertThat(bed.run("dead", "list", "--each").out()).contains(String.valueOf(letter.getLong("id")));

        String id = String.valueOf(letter.getLong("id"));
        Path body = temporary.resolve("body");
        Result shown = bed.run("dead", "show", id, "--body", body.toString());
        assertThat(shown.exit()).as(shown.all()).isZero();
        assertThat(body).hasContent("no envelope");
        DefinitionCopy.write(
                body,
                "{\"specversion\":\"1.0\",\"id\":\"mended\",\"source\":\"mesh://demo/hub/clock\",\"type\":\"clock.tick\","
                        + "\"time\":\"2026-01-01T00:00:00.000Z\",\"datacontenttype\":\"application/json\","
                        + "\"data\":{\"count\":1,\"at\":\"2026-01-01T00:00:00Z\"}}");
        Result redriven = bed.run("dead", "redrive", id, "--body", body.toString());
        assertThat(redriven.exit()).as(redriven.all()).isZero();
        assertThat(redriven.out()).contains("1 letter redriven");
        refused("no letter " + id, bed.run("dead", "redrive", id));
        assertThat(bed.run("dead", "drop", "--reason", "NEVER").out()).contains("0 letters dropped");
        assertThat(bed.run("dead", "drop").exit()).isEqualTo(2);
    }

    @Test
    void workIsGivenSeenAndDone() {
        Result given = bed.run("seat", "submit", "pricing-desk", "review", "{\"item\":\"tea\",\"quantity\":20}");
        assertThat(given.exit()).as(given.all()).isZero();
        await().atMost(LIMIT).untilAsserted(() -> {
            JsonObject queue = bed.json("seat", "queue", "pricing-desk");
            assertThat(queue.getJsonArray("work")).isEmpty();
            assertThat(queue.getLong("waiting") + queue.getLong("begun")).isZero();
        });
        refused(
                "UNKNOWN_NAME",
                bed.run("seat", "cancel", "pricing-desk", given.out().strip()));
        refused("REFUSED", bed.run("seat", "submit", "pricing-desk", "paint"));
        Result misfit = bed.run("seat", "submit", "pricing-desk", "review", "{\"item\":\"tea\",\"quantity\":\"x\"}");
        refused("INVALID", misfit);
        assertThat(misfit.err()).contains("/quantity");
        Result waited = bed.run(
                "seat", "submit", "pricing-desk", "review", "--arg", "item=tea", "--arg", "quantity=20", "--wait");
        assertThat(waited.exit()).as(waited.all()).isZero();
        assertThat(waited.out()).startsWith("reviewed  {\"total\":");
        Result pending =
                bed.run("seat", "submit", "mesh-builder", "build", "--arg", "source=x", "--wait", "--timeout", "300ms");
        assertThat(pending.exit()).as(pending.all()).isEqualTo(4);
        assertThat(pending.out()).startsWith("waits");
        assertThat(bed.run("seat", "submit", "mesh-builder", "build", "--timeout", "1s")
                        .exit())
                .isEqualTo(2);
        assertThat(objects(bed.json("seats"), "seats")
                        .filter(seat -> seat.getString("name").equals("pricing-desk")))
                .allMatch(seat -> seat.containsKey("waiting"))
                .hasSize(1);
    }

    @Test
    void anEventIsPublishedAsItsModuleWould() {
        Running tail = Meshbus.start(Map.of(), "--dir", directory.toString(), "events", "tail", "clock.tick");
        try {
            await().atMost(LIMIT).until(() -> tail.out().contains("clock.tick"));
            Result published = bed.run(
                    "events", "publish", "clock.tick", "--arg", "count=424242", "--arg", "at=2026-01-01T00:00:00Z");
            assertThat(published.exit()).as(published.all()).isZero();
            await().atMost(LIMIT).until(() -> tail.out().contains("424242"));
        } finally {
            tail.interrupt(LIMIT);
        }
        refused("INVALID", bed.run("events", "publish", "clock.tick", "--arg", "count=none"));
        refused("NOT_DECLARED", bed.run("events", "publish", "clock.tock"));
    }

    @Test
    void theAsyncApiDocumentIsOne() throws Exception {
        Path home = Meshbus.root().resolve("bed-tests/conformance/asyncapi");
        Path log = temporary.resolve("npm.log");
        Npm.install(home, log);
        Result exported = bed.run("asyncapi");
        assertThat(exported.exit()).as(exported.all()).isZero();
        Path file = temporary.resolve("mesh.asyncapi.json");
        DefinitionCopy.write(file, exported.out());
        Path out = temporary.resolve("checked");
        Process check = new ProcessBuilder("node", "check.mjs", file.toString())
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(check.waitFor(CHECK_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(check.exitValue()).as(Files.readString(out)).isZero();
        JsonObject checked = new JsonObject(Files.readString(out));
        assertThat(checked.getString("version")).isEqualTo("3.0.0");
        assertThat(checked.getJsonArray("channels"))
                .contains(
                        "event.clock.tick",
                        "event.seat.pricing-desk.reviewed",
                        "call.pricing.quote",
                        "work.pricing-desk.review");
        assertThat(checked.getJsonArray("operations"))
                .contains("tell.orders.placed", "serve.orders.place", "accept.pricing-desk.review");
    }
}
