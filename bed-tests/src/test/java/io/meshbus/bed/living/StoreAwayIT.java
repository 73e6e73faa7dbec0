package io.meshbus.bed.living;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.DefinitionCopy;
import io.meshbus.bed.Meshbus;
import io.meshbus.bed.Meshbus.Result;
import io.meshbus.bed.Meshbus.Running;
import io.meshbus.bed.PlainClient;
import io.meshbus.bed.RolesBed;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.subject.Streams;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The mesh in four processes with its store on a real PostgreSQL that goes away and comes back. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StoreAwayIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private static Path directory;

    @TempDir
    private static Path temporary;

    private static Postgres postgres;
    private static RolesBed bed;

    @BeforeAll
    static void raise() {
        postgres = new Postgres(temporary.resolve("pg"));
        try {
            bed = RolesBed.demo(directory, Map.of("MESHBUS_STORE_URL", postgres.url()));
        } catch (RuntimeException | AssertionError e) {
            postgres.close();
            throw e;
        }
    }

    @AfterAll
    static void end() {
        bed.close();
        postgres.close();
        assertThat(bed.processes()).isEmpty();
    }

    @Test
    @Order(1)
    void theMeshStandsOnAServer() {
        assertThat(bed.unconverged()).isEmpty();
        assertThat(directory.resolve("store/mesh.db")).doesNotExist();
    }

    @Test
    @Order(2)
    void whatIsAskedWhileTheStoreIsAwayIsHeldAndDoneAfterwards() throws Exception {
        JsonObject before = bed.declarations();
        String token = bed.token("spare");
        DefinitionCopy definition = DefinitionCopy.ofDemo(temporary.resolve("definition"));
        definition.edit("mesh.yaml", "  n2:", "  spare: {}\n  n2:");

        postgres.stop();
        await().atMost(LIMIT).until(() -> !bed.ready("controller"));
        assertThat(bed.json("call", "pricing.quote", "--arg", "item=tea").getString("item"))
                .isEqualTo("tea");
        Running push = Meshbus.start(
                Map.of(),
                "--dir",
                directory.toString(),
                "push",
                "--timeout",
                "60s",
                definition.root().toString());
        Path tokenFile = temporary.resolve("token");
        DefinitionCopy.write(tokenFile, token + "\n");
        Running spare = Meshbus.start(
                Map.of(), "host", "--dir", temporary.resolve("spare").toString(), "--token-file", tokenFile.toString());
        try {
            await().atMost(LIMIT).until(() -> spare.err().contains("is with the mesh"));
            await().atMost(LIMIT).until(() -> held() >= 2); // the request and the push
            assertThat(push.process().isAlive()).as(push.out() + push.err()).isTrue();
            assertThat(spare.err()).doesNotContain("ready host=");
            bed.kill("controller"); // in the window: what it held is the server's to keep

            postgres.start();
            bed.start("controller", Map.of("MESHBUS_STORE_URL", postgres.url()));
            bed.awaitReady("controller");
            await().atMost(LIMIT).until(() -> spare.err().contains("ready host="));
            assertThat(push.awaitExit(LIMIT)).as(push.out() + push.err()).isZero();
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(bed.unconverged()).isEmpty());
            assertThat(bed.nodes()).containsExactly("hub", "n1", "n2", "spare");
            // Nothing was published twice: n1 lives by the same declaration.
            assertThat(bed.declarations().getJsonObject("n1").getLong("sequence"))
                    .isEqualTo(before.getJsonObject("n1").getLong("sequence"));
        } finally {
            spare.interrupt(LIMIT);
            push.interrupt(LIMIT);
        }
    }

    @Test
    @Order(3)
    void aSecondTripWithoutARestartIsSurvivedToo() {
        postgres.stop();
        await().atMost(LIMIT).until(() -> !bed.ready("controller"));
        postgres.start();
        await().atMost(LIMIT).until(() -> bed.ready("controller"));
        Result status = bed.run("status");
        assertThat(status.exit()).as(status.all()).isZero();
        assertThat(bed.run("token", "issue", "--node", "later").exit()).isZero();
    }

    /** What waits on the bus for the controller. */
    private static long held() throws Exception {
        try (PlainClient streams = PlainClient.streams(new MeshDirectory(directory))) {
            return streams.connection()
                    .jetStreamManagement()
                    .getStreamInfo(Streams.CONTROL)
                    .getStreamState()
                    .getMsgCount();
        }
    }
}
