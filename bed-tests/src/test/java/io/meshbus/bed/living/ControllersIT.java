package io.meshbus.bed.living;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.DefinitionCopy;
import io.meshbus.bed.Meshbus.Signal;
import io.meshbus.bed.PlainClient;
import io.meshbus.bed.RolesBed;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.subject.Streams;
import io.nats.client.api.StreamState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two controllers on one PostgreSQL (spec 3.11): whichever leads dies or ends under load, and the other goes on. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ControllersIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** Three times the target, two periods of 5 s. */
    private static final Duration TAKEOVER_GATE = Duration.ofSeconds(30);

    private static final NodeId N2 = new NodeId("n2");
    private static final String COUNTER = "SELECT counter FROM report WHERE node = 'n2'";
    private static final List<String> BOTH = List.of("controller", "second");

    @TempDir
    private static Path directory;

    @TempDir
    private static Path temporary;

    private static Postgres postgres;
    private static RolesBed bed;
    private static DefinitionCopy definition;
    private static long largeFrom = 1000;

    @BeforeAll
    static void raise() {
        postgres = new Postgres(temporary.resolve("pg"));
        try {
            bed = RolesBed.demo(directory, environment());
            start("second");
            definition = DefinitionCopy.ofDemo(temporary.resolve("definition"));
            definition.edit("modules/orders/module.yaml", "largeFrom: 10", "largeFrom: " + largeFrom);
            bed.kill("host-n2"); // the load speaks for it
        } catch (RuntimeException | AssertionError e) {
            postgres.close();
            throw e;
        }
    }

    private static Map<String, String> environment() {
        return Map.of("MESHBUS_STORE_URL", postgres.url());
    }

    private static Path config(String name) {
        return RolesBed.config(name.equals("second") ? "controller-second" : name);
    }

    private static void start(String name) {
        bed.start(name, config(name), environment());
        bed.awaitReady(name);
    }

    @AfterAll
    static void end() {
        bed.close();
        postgres.close();
        assertThat(bed.processes()).isEmpty();
    }

    private static boolean leads(String name) {
        return "leads".equals(bed.health(name).getString("controller"));
    }

    private static String leader() {
        return BOTH.stream().filter(ControllersIT::leads).findFirst().orElseThrow();
    }

    private static String other(String name) {
        return BOTH.get(1 - BOTH.indexOf(name));
    }

    @Test
    @Order(1)
    void theSecondStandsByIsReadyAndSaysWhoLeads() {
        assertThat(leads("controller")).isTrue();
        assertThat(bed.ready("second")).isTrue();
        assertThat(bed.health("second").getString("controller"))
                .startsWith("standby; controller+host-hub@")
                .endsWith(directory + " leads");
    }

    @Test
    @Order(2)
    void theLeaderDiesTwiceUnderLoadAndNothingIsLostOrDoneTwice() throws Exception {
        underLoad(2);
    }

    @Test
    @Order(3)
    void aLeaderThatEndsHandsOverAtOnceAndAStandbyThatEndsChangesNothing() {
        String first = leader();
        stop(first);
        await().atMost(TAKEOVER_GATE).until(() -> leads(other(first)));
        start(first);
        assertThat(leads(first)).isFalse();
        stop(first);
        assertThat(leads(other(first))).isTrue();
        assertThat(bed.run("status").exit()).isZero();
        start(first);
    }

    private static void stop(String name) {
        new Signal("TERM").to(bed.process(name).process().pid());
        assertThat(bed.process(name).awaitExit(LIMIT)).isZero();
    }

    @Test
    @Order(4)
    @Tag("long")
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void theLeaderDiesTwentyTimes() throws Exception {
        underLoad(20);
    }

    private static void underLoad(int kills) throws Exception {
        StreamState nodes = state(Streams.NODES);
        long letters = state(Streams.DEAD).getMsgCount();
        long pushed = postgres.number("SELECT MAX(number) FROM push");
        try (ControllerLoad load = new ControllerLoad(
                bed, new MeshDirectory(directory), definition, largeFrom, N2, postgres.number(COUNTER))) {
            load.during(() -> {
                for (int i = 0; i < kills; i++) {
                    String killed = leader();
                    bed.kill(killed);
                    await().atMost(TAKEOVER_GATE)
                            .pollInterval(Duration.ofMillis(200))
                            .until(() -> leads(other(killed)));
                    start(killed);
                }
            });
            largeFrom += load.pushes();
            await().atMost(LIMIT).untilAsserted(() -> {
                assertThat(state(Streams.CONTROL).getMsgCount()).isZero();
                assertThat(postgres.number(COUNTER)).isEqualTo(load.counter());
            });
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(bed.unconverged()).noneMatch(node -> node.contains("\"n1\"")));
            assertThat(postgres.number("SELECT MAX(number) FROM push") - pushed).isEqualTo(load.pushes());
            assertThat(load.published().values()).allMatch(times -> times.get() == 1);
            assertThat(load.published()).isNotEmpty().hasSize((int)
                    (state(Streams.NODES).getLastSequence() - nodes.getLastSequence()));
            assertThat(load.unreadable()).isPositive();
            assertThat(state(Streams.DEAD).getMsgCount() - letters).isEqualTo(load.unreadable());
        }
    }

    private static StreamState state(String stream) throws Exception {
        try (PlainClient streams = PlainClient.streams(new MeshDirectory(directory))) {
            return streams.connection()
                    .jetStreamManagement()
                    .getStreamInfo(stream)
                    .getStreamState();
        }
    }
}
