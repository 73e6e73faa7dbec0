package io.meshbus.bed.skeleton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.MeshBed;
import io.meshbus.bed.Meshbus;
import io.meshbus.bed.Meshbus.Running;
import io.meshbus.bed.PlainClient;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.subject.Streams;
import io.nats.client.JetStreamManagement;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a newcomer does in the first five minutes, and what a hostile module tries, on one demo mesh. */
class DemoMeshIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private static Path directory;

    private static MeshBed bed;

    @BeforeAll
    static void raise() {
        bed = MeshBed.demo(directory);
    }

    @AfterAll
    static void end() {
        bed.close();
        assertThat(bed.processes()).isEmpty();
    }

    @Test
    void everyNodeConvergesAndStatusSaysSo() {
        JsonObject status = bed.json("status");
        assertThat(status.fieldNames())
                .containsExactlyInAnyOrder("mesh", "ready", "broker", "nodes", "modules", "streams", "held");
        assertThat(status.getString("mesh")).isEqualTo("demo");
        assertThat(status.getBoolean("ready")).isTrue();
        assertThat(status.getJsonObject("broker").fieldNames())
                .containsExactlyInAnyOrder("version", "url", "configDigest", "revision");
        List<JsonObject> nodes = objects(status.getJsonArray("nodes"));
        assertThat(nodes).extracting(n -> n.getString("name")).containsExactly("hub", "n1", "n2");
        assertThat(nodes).allSatisfy(node -> {
            assertThat(node.getBoolean("converged")).isTrue();
            assertThat(node.getJsonObject("declaration").getString("digest")).matches("[0-9a-f]{64}");
        });
        assertThat(objects(status.getJsonArray("modules")))
                .extracting(m -> m.getString("name"))
                .contains("clock", "orders", "pricing");
    }

    @Test
    void toolsListsWhatTheModulesServe() {
        Meshbus.Result tools = bed.run("tools");
        assertThat(tools.exit()).as(tools.all()).isZero();
        assertThat(tools.out()).contains("pricing.quote");
    }

    @Test
    void aToolCallIsAnswered() {
        JsonObject quote = bed.json("call", "pricing.quote", "--arg", "item=tea");
        assertThat(quote.getString("item")).isEqualTo("tea");
        assertThat(quote.getValue("price")).isInstanceOf(Number.class);
    }

    @Test
    void invalidInputIsRefusedWithThePointer() {
        Meshbus.Result refused = bed.run("call", "pricing.quote", "{\"item\": 7}");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err()).contains("INVALID").contains("item");
    }

    @Test
    void aToolThatNobodyServesIsNamedAsSuch() {
        Meshbus.Result refused = bed.run("call", "pricing.nothing", "{}");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err()).contains("NO_RESPONDER");
    }

    @Test
    void eventsAreSeenLive() {
        Running tail = Meshbus.start(Map.of(), "--dir", directory.toString(), "events", "tail", "-o", "json");
        try {
            await().atMost(LIMIT).untilAsserted(() -> assertThat(tail.out()).contains("clock.tick"));
        } finally {
            tail.interrupt(LIMIT);
        }
    }

    @Test
    void anEventReachesAModuleThroughItsDurable() throws Exception {
        try (PlainClient streams = PlainClient.streams(new MeshDirectory(directory))) {
            JetStreamManagement management = streams.connection().jetStreamManagement();
            await().atMost(LIMIT).untilAsserted(() -> {
                var info = management.getConsumerInfo(Streams.EVENTS, "orders");
                assertThat(info.getAckFloor().getConsumerSequence()).isPositive();
                assertThat(info.getConsumerConfiguration().getFilterSubjects()).isNotEmpty();
            });
        }
    }

    @Test
    void theComposedListHoldsNoSecretAndNoWideGrant() throws Exception {
        MeshDirectory mesh = new MeshDirectory(directory);
        String users = Files.readString(mesh.users());
        Matcher passwords =
                Pattern.compile("pass(?:word)?\"?\\s*:\\s*\"([^\"]*)\"").matcher(users);
        assertThat(passwords.results().map(r -> r.group(1)).toList())
                .isNotEmpty()
                .allSatisfy(p -> assertThat(p).startsWith("$2a$04$"));
        for (String block : users.split("(?=user\"?\\s*:)")) {
            boolean controller = block.matches("(?s)user\"?\\s*:\\s*\"controller(\\.streams)?\".*");
            if (!controller) {
                assertThat(block).doesNotContain("\"_INBOX.>\"").doesNotContain("$JS.API");
            }
            assertThat(block).doesNotContainPattern("(publish|subscribe|allow)\"?\\s*:\\s*(\\[\\s*\\]|\\{\\s*\\})");
        }
        assertThat(Files.getPosixFilePermissions(mesh.users())).hasSize(2);
    }

    @Test
    void theServerRefusesAPublishOutsideTheEmits() throws Exception {
        try (PlainClient orders =
                PlainClient.module(new MeshDirectory(directory), new ModuleId("orders"), new NodeId("n1"))) {
            orders.connection().publish("mesh.mod.orders.event.placed-not-declared", bytes("{}"));
            orders.connection().publish("mesh.mod.pricing.event.anything", bytes("{}"));
            orders.connection().publish("mesh.control.n2.report", bytes("{}"));
            orders.connection().publish("mesh.node.n2.declare", bytes(""));
            orders.flush();
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(orders.errors())
                            .hasSize(4)
                            .allMatch(e -> e.toLowerCase(java.util.Locale.ROOT)
                                    .contains("permissions violation for publish")));
        }
    }

    /** Facts 10.2, row 1. */
    @Test
    void aPullWithAReplyToAStreamDeletionDeletesNothing() throws Exception {
        MeshDirectory mesh = new MeshDirectory(directory);
        try (PlainClient orders = PlainClient.module(mesh, new ModuleId("orders"), new NodeId("n1"));
                PlainClient streams = PlainClient.streams(mesh)) {
            for (String api :
                    List.of("$JS.API.STREAM.DELETE.", "streams.API.STREAM.DELETE.", "$JS.API.STREAM.PURGE.")) {
                for (String stream : List.of(Streams.CONTROL, Streams.EVENTS, Streams.NODES)) {
                    orders.connection()
                            .publish(
                                    "streams.API.CONSUMER.MSG.NEXT.EVENTS.orders",
                                    api + stream,
                                    bytes("{\"batch\":1,\"no_wait\":true}"));
                }
            }
            orders.flush();
            streams.flush();
            assertThat(streams.connection().jetStreamManagement().getStreamNames())
                    .contains(Streams.CONTROL, Streams.EVENTS, Streams.NODES, Streams.ARTEFACTS, Streams.DEAD);
            assertThat(streams.connection()
                            .jetStreamManagement()
                            .getStreamInfo(Streams.NODES)
                            .getStreamState()
                            .getMsgCount())
                    .isEqualTo(3);
        }
    }

    @Test
    void aSecondUpOnTheSameDirectoryIsRefused() {
        Meshbus.Result second = Meshbus.run("up", "--dir", directory.toString());
        assertThat(second.exit()).isEqualTo(1);
        assertThat(second.err()).contains("DIRECTORY_IN_USE");
        assertThat(bed.json("status").getBoolean("ready")).isTrue();
    }

    @Test
    void anIdenticalPushIsANoOpThatSaysSo() {
        Meshbus.Result again =
                bed.run("push", Meshbus.root().resolve("configs/demo").toString());
        assertThat(again.exit()).as(again.all()).isZero();
        assertThat(again.all()).containsIgnoringCase("unchanged");
    }

    private static List<JsonObject> objects(JsonArray array) {
        return array.stream().map(JsonObject.class::cast).toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
