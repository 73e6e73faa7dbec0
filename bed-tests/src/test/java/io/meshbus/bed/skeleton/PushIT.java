package io.meshbus.bed.skeleton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.DefinitionCopy;
import io.meshbus.bed.MeshBed;
import io.meshbus.bed.Meshbus;
import io.meshbus.bed.Meshbus.Result;
import io.meshbus.bed.Meshbus.Running;
import io.meshbus.bed.PlainClient;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.launcher.client.Session;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.manifest.ToolRef;
import io.meshbus.sdk.wire.Declaration;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a push changes while a mesh runs, and what it does not. Every test begins and ends with the demo as it is. */
class PushIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration CALL_LIMIT = Duration.ofSeconds(5);
    private static final String USE = "uses:   [ pricing.quote ]";
    private static final String MORE_USE = "uses:   [ pricing.quote, seat:mesh-catalog.catalog_tools ]";
    private static final String NEW_SUBJECT = "mesh.seat.mesh-catalog.tool.catalog_tools";
    private static final NodeId N1 = new NodeId("n1");

    @TempDir
    private static Path directory;

    @TempDir
    private Path temporary;

    private static MeshBed bed;
    private DefinitionCopy definition;

    @BeforeAll
    static void raise() {
        bed = MeshBed.demo(directory);
    }

    @AfterAll
    static void end() {
        bed.close();
        assertThat(bed.processes()).isEmpty();
    }

    @BeforeEach
    void copyTheDemo() throws Exception {
        // What an earlier push granted is withdrawn after the node has converged without it.
        await().atMost(LIMIT).until(() -> refused(NEW_SUBJECT));
        definition = DefinitionCopy.ofDemo(temporary.resolve("definition"));
    }

    @Test
    void aGrantIsLiveBeforeItsDeclarationAndWithdrawnAfterTheNodeConvergedWithoutIt() throws Exception {
        assertThat(refused(NEW_SUBJECT)).isTrue();
        Declaration before = declared();
        definition.edit("modules/orders/module.yaml", USE, MORE_USE);
        Running push = Meshbus.start(
                Map.of(),
                "--dir",
                directory.toString(),
                "push",
                definition.root().toString());
        // The first moment at which the node could learn of its new use: the server must already allow it.
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> !declared().equals(before));
        assertThat(refused(NEW_SUBJECT)).isFalse();
        assertThat(push.awaitExit(LIMIT)).as(push.out() + push.err()).isZero();
        assertThat(push.out()).contains("+ publish " + NEW_SUBJECT);

        Result back = demo();
        assertThat(back.out()).contains("- publish " + NEW_SUBJECT);
        await().atMost(LIMIT).until(() -> refused(NEW_SUBJECT));
        assertThat(refused("mesh.mod.pricing.tool.quote")).isFalse();
        assertThat(declared()).isEqualTo(before);
    }

    @Test
    void aPreviewShowsTheDifferenceAndChangesNothing() throws Exception {
        Declaration before = declared();
        definition.edit("modules/orders/module.yaml", USE, MORE_USE);
        Result preview = bed.run("push", "--preview", definition.root().toString());
        assertThat(preview.exit()).as(preview.all()).isZero();
        assertThat(preview.out()).contains("~ node n1", "~ principal orders.n1", "+ publish " + NEW_SUBJECT);
        assertThat(demo().all()).containsIgnoringCase("unchanged");
        assertThat(declared()).isEqualTo(before);
    }

    @Test
    void aWrongDefinitionChangesNothingOfARunningMesh() throws Exception {
        Declaration before = declared();
        definition.edit("modules/orders/module.yaml", "clock.tick", "clock.tock");
        definition.edit("mesh.yaml", "  n2:", "  N2:");
        Result refused = bed.run("push", definition.root().toString());
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        assertThat(refused.err()).contains("clock.tock", "did you mean", "N2", "mesh.yaml:");
        assertThat(declared()).isEqualTo(before);
        assertThat(demo().all()).containsIgnoringCase("unchanged");
    }

    @Test
    void anEarlierPushIsGoneBackToByItsNumber() throws Exception {
        Declaration before = declared();
        demo();
        long number = new JsonObject(bed.run("pushes", "-o", "json").out())
                .getJsonArray("pushes")
                .getJsonObject(0)
                .getLong("number");
        definition.edit("modules/orders/module.yaml", USE, MORE_USE);
        Result pushed = bed.run("push", definition.root().toString());
        assertThat(pushed.exit()).as(pushed.all()).isZero();
        Result back = bed.run("push", "--to", Long.toString(number));
        assertThat(back.exit()).as(back.all()).isZero();
        assertThat(back.out()).contains("push " + (number + 2) + ": applied", "- publish " + NEW_SUBJECT);
        assertThat(declared()).isEqualTo(before);
        Result list = bed.run("pushes", "-o", "json");
        assertThat(new JsonObject(list.out())
                        .getJsonArray("pushes")
                        .getJsonObject(0)
                        .getLong("number"))
                .isEqualTo(number + 2);
        assertThat(bed.run("push", "--to", "999").err()).contains("there is no push 999");
        assertThat(bed.run("push").exit()).isEqualTo(2);
    }

    @Test
    void aRemovedNodeIsRefusedByTheBusAndIsBackWithANewToken() throws Exception {
        Path token = temporary.resolve("token");
        DefinitionCopy.write(
                token, bed.run("token", "issue", "--node", "leaving").out());
        Running host = host("leaving", token);
        try {
            await().atMost(LIMIT).until(() -> host.err().contains("ready host="));
            Result removed = bed.run("node", "remove", "leaving");
            assertThat(removed.exit()).as(removed.all()).isZero();
            await().atMost(LIMIT).until(() -> host.err().contains("refused=true"));
            assertThat(bed.run("node", "remove", "leaving").err()).contains("there is no node leaving");
        } finally {
            host.interrupt(LIMIT);
        }
        DefinitionCopy.write(
                token, bed.run("token", "issue", "--node", "leaving").out());
        Running again = host("again", token);
        try {
            await().atMost(LIMIT).until(() -> again.err().contains("ready host="));
        } finally {
            again.interrupt(LIMIT);
        }
        Result whole = bed.run("audit", "verify");
        assertThat(whole.exit()).as(whole.all()).isZero();
        assertThat(bed.run("audit", "list").out()).contains("node.remove", "token.issue", "node.enrol");
    }

    @Test
    void aNodeThatNobodyIsYetIsNamedAndNotWaitedFor() {
        definition.edit("mesh.yaml", "  n2:", "  n3: {}\n  n2:");
        Result pushed = bed.run("push", definition.root().toString());
        assertThat(pushed.exit()).as(pushed.all()).isZero();
        assertThat(pushed.err()).contains("n3 is not enrolled yet: meshbus token issue --node n3");
        demo();
    }

    @Test
    void aSpentTokenAdmitsNoSecondMachine() {
        Path token = temporary.resolve("token");
        Result issued = bed.run("token", "issue", "--node", "spare");
        assertThat(issued.exit()).as(issued.all()).isZero();
        DefinitionCopy.write(token, issued.out());
        Running first = host("first", token);
        try {
            await().atMost(LIMIT).until(() -> first.err().contains("ready host="));
            Running second = host("second", token);
            assertThat(second.awaitExit(LIMIT)).as(second.err()).isEqualTo(1);
            assertThat(second.err()).containsPattern("TOKEN_(SPENT|UNKNOWN)").doesNotContain("\tat ");
            assertThat(temporary.resolve("second/identity.json")).doesNotExist();
            assertThat(first.process().isAlive()).isTrue();
        } finally {
            assertThat(first.interrupt(LIMIT)).isZero();
        }
    }

    @Test
    void eventsAndCallsGoOnDuringFivePushes() throws Exception {
        AtomicBoolean end = new AtomicBoolean();
        ExecutorService calling = Executors.newSingleThreadExecutor();
        Running tail =
                Meshbus.start(Map.of(), "--dir", directory.toString(), "events", "tail", "clock.tick", "-o", "json");
        try {
            await().atMost(LIMIT).until(() -> !ticks(tail).isEmpty());
            Future<Integer> calls = calling.submit(callUntil(end));
            for (int push = 1; push <= 5; push++) {
                definition.edit(
                        "modules/orders/module.yaml", push % 2 == 1 ? USE : MORE_USE, push % 2 == 1 ? MORE_USE : USE);
                Result pushed = bed.run("push", definition.root().toString());
                assertThat(pushed.exit()).as(pushed.all()).isZero();
                assertThat(pushed.out()).contains("applied");
            }
            int seen = ticks(tail).size();
            await().atMost(LIMIT).until(() -> ticks(tail).size() > seen);
            end.set(true);
            assertThat(calls.get()).isGreaterThan(20);
        } finally {
            end.set(true);
            calling.shutdownNow();
            tail.interrupt(LIMIT);
        }
        List<Integer> ticks = ticks(tail);
        for (int i = 1; i < ticks.size(); i++) {
            assertThat(ticks.get(i)).as("ticks seen: " + ticks).isEqualTo(ticks.get(i - 1) + 1);
        }
        demo();
    }

    /** One call after the other on one connection; every one must be answered. */
    private static Callable<Integer> callUntil(AtomicBoolean end) {
        return () -> {
            int calls = 0;
            try (Session session = Session.ofDirectory(new MeshDirectory(directory))) {
                Buffer input = new JsonObject().put("item", "tea").toBuffer();
                while (!end.get()) {
                    Buffer answer = session.run(
                            CALL_LIMIT.multipliedBy(2),
                            client -> client.call(ToolRef.parse("pricing.quote"), input, CALL_LIMIT));
                    assertThat(new JsonObject(answer).getString("item")).isEqualTo("tea");
                    calls++;
                }
            }
            return calls;
        };
    }

    private static List<Integer> ticks(Running tail) {
        return tail.out()
                .lines()
                .filter(line -> line.endsWith("}"))
                .map(JsonObject::new)
                .map(event ->
                        event.getJsonObject("envelope").getJsonObject("data").getInteger("count"))
                .toList();
    }

    private Running host(String name, Path token) {
        return Meshbus.start(
                Map.of(), "host", "--dir", temporary.resolve(name).toString(), "--token-file", token.toString());
    }

    private static Result demo() {
        Result pushed = bed.run("push", Meshbus.root().resolve("configs/demo").toString());
        assertThat(pushed.exit()).as(pushed.all()).isZero();
        return pushed;
    }

    private static Declaration declared() throws Exception {
        return PlainClient.declarationOf(new MeshDirectory(directory), N1);
    }

    /** What the server says to orders on n1 about a publish. */
    private static boolean refused(String subject) throws Exception {
        try (PlainClient orders = PlainClient.module(new MeshDirectory(directory), new ModuleId("orders"), N1)) {
            return orders.isRefused(subject);
        }
    }
}
