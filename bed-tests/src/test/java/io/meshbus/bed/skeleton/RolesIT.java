package io.meshbus.bed.skeleton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.Meshbus;
import io.meshbus.bed.Meshbus.Result;
import io.meshbus.bed.Meshbus.Running;
import io.meshbus.bed.Meshbus.Signal;
import io.meshbus.bed.PlainClient;
import io.meshbus.bed.RolesBed;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The demo mesh as configs/roles raises it: the broker, the controller with the hub's host, and two hosts, in four processes. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RolesIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private static Path directory;

    /** Enough that each of two processes gets some. */
    private static final int BAD = 60;

    private static RolesBed bed;

    @BeforeAll
    static void raise() {
        bed = RolesBed.demo(directory);
    }

    @AfterAll
    static void end() {
        bed.close();
        assertThat(bed.processes()).isEmpty();
    }

    @Test
    @Order(1)
    void everyNodeConvergesOnAPushAndACallIsAnswered() {
        assertThat(bed.nodes()).containsExactly("hub", "n1", "n2");
        assertThat(bed.unconverged()).isEmpty();
        assertThat(bed.json("call", "pricing.quote", "--arg", "item=tea").getString("item"))
                .isEqualTo("tea");
    }

    @Test
    @Order(2)
    void eventsFlowFromOneProcessToAnother() {
        JsonObject placed = bed.json("call", "orders.place", "--arg", "item=tea");
        String id = placed.getString("id");
        // The clock ticks on the hub; orders on n1 ships what has waited for three ticks.
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(order(id).getString("state")).isEqualTo("SHIPPED"));
    }

    @Test
    @Order(3)
    void everyProcessOfItsOwnIsHealthy() {
        assertThat(bed.names()).containsExactly("broker", "controller", "host-n1", "host-n2");
        assertThat(bed.names())
                .allSatisfy(name -> assertThat(bed.ready(name)).as(name).isTrue());
    }

    /** Both take deliveries that have failed from one durable; what each writes is one letter by its id. */
    @Test
    @Order(3)
    void twoProcessesThatWriteDeadLettersWriteEachOnce(@TempDir Path temporary) throws Exception {
        Path config = temporary.resolve("deadletters.yaml");
        Files.writeString(config, "roles: [control.deadletter]\nhttp: { host: 127.0.0.1, port: 0 }\n");
        Running second = Meshbus.start(Map.of(), "run", "--dir", directory.toString(), "--config", config.toString());
        await().atMost(LIMIT).until(() -> second.err().contains("ready role="));
        try (PlainClient clock =
                PlainClient.module(new MeshDirectory(directory), new ModuleId("clock"), new NodeId("hub"))) {
            for (int n = 0; n < BAD; n++) {
                clock.connection().publish("mesh.mod.clock.event.tick", ("bad " + n).getBytes(StandardCharsets.UTF_8));
            }
            clock.flush();
        }
        await().atMost(LIMIT).until(() -> letters() >= BAD);
        await().atMost(LIMIT).until(() -> stream("DEAD_IN") == 0);
        assertThat(letters()).isEqualTo(BAD);
        assertThat(second.err()).contains("dead-letter id=");
        assertThat(second.interrupt(LIMIT)).as(second.err()).isZero();
    }

    private static int letters() {
        return bed.json("dead", "list", "--module", "orders", "--reason", "BAD_PAYLOAD")
                .getJsonArray("letters")
                .size();
    }

    private static long stream(String name) {
        return bed.json("streams").getJsonArray("streams").stream()
                .map(JsonObject.class::cast)
                .filter(stream -> stream.getString("name").equals(name))
                .findFirst()
                .orElseThrow()
                .getLong("messages");
    }

    @Test
    @Order(4)
    void aSecondProcessOfTheSameRoleAndAnUpBesideThemAreRefused() {
        Result again = bed.run("run", "--config", RolesBed.config("broker").toString());
        assertThat(again.exit()).as(again.all()).isEqualTo(1);
        assertThat(again.err()).contains("DIRECTORY_IN_USE");
        Result up = bed.run("up");
        assertThat(up.exit()).as(up.all()).isEqualTo(1);
        assertThat(up.err()).contains("DIRECTORY_IN_USE");
    }

    @Test
    @Order(5)
    void aKilledControllerComesBackToTheSameStateAndToolsAnswerMeanwhile() {
        JsonObject before = bed.declarations();
        bed.kill("controller");
        assertThat(bed.json("call", "pricing.quote", "--arg", "item=tea").getString("item"))
                .isEqualTo("tea");
        Result away = bed.run("status");
        assertThat(away.exit()).as(away.all()).isEqualTo(3);

        bed.start("controller", Map.of());
        bed.awaitReady("controller");
        await().atMost(LIMIT).untilAsserted(() -> assertThat(bed.unconverged()).isEmpty());
        assertThat(bed.json("status").getBoolean("ready")).isTrue();
        assertThat(bed.declarations()).isEqualTo(before);
    }

    @Test
    @Order(6)
    void everyProcessEndsOnSigtermAndNoneIsLeft() {
        for (String name : List.of("host-n2", "host-n1", "controller", "broker")) {
            Running process = bed.process(name);
            new Signal("TERM").to(process.process().pid());
            assertThat(process.awaitExit(LIMIT)).as(name + process.err()).isZero();
        }
        assertThat(bed.processes()).isEmpty();
        assertThat(directory.resolve("run/ports.json")).doesNotExist();
    }

    @Test
    @Order(7)
    void allOfThemStartAgainWithoutATokenAndDownEndsThem() throws Exception {
        for (String name : bed.names()) {
            bed.start(name, Map.of());
            bed.awaitReady(name);
        }
        await().atMost(LIMIT).untilAsserted(() -> assertThat(bed.unconverged()).isEmpty());
        Result down = bed.run("down");
        assertThat(down.exit()).as(down.all()).isZero();
        assertThat(bed.processes()).isEmpty();
        try (var left = Files.list(directory.resolve("run"))) {
            assertThat(left.map(file -> file.getFileName().toString())).allMatch(name -> name.endsWith(".lock"));
        }
    }

    private static JsonObject order(String id) {
        return bed.json("call", "orders.list").getJsonArray("orders").stream()
                .map(JsonObject.class::cast)
                .filter(order -> id.equals(order.getString("id")))
                .findFirst()
                .orElseThrow();
    }

    /** What stands in the files is what their first lines tell a reader to run. */
    @Test
    @Order(8)
    void theConfigsSayHowTheyAreStarted() throws Exception {
        String how = Files.readString(RolesBed.config("broker"));
        for (String name : bed.names()) {
            assertThat(how).contains("--config configs/roles/" + name + ".yaml");
        }
        assertThat(Meshbus.root().resolve("configs/roles")).isDirectoryContaining("glob:**/controller.yaml");
    }
}
