package io.meshbus.bed.skeleton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.MeshBed;
import io.meshbus.bed.Meshbus.Signal;
import io.meshbus.bed.PlainClient;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.subject.Streams;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mesh goes down and comes back as itself, whichever way it went. */
class LifecycleIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    @Test
    void interruptDrainsAndUpComesBackAsItself() throws Exception {
        try (MeshBed bed = MeshBed.demo(directory)) {
            awaitConverged(bed);
            Map<String, String> before = identities(bed);
            assertThat(bed.interrupt()).as(bed.up().err()).isBetween(0, 143);
            assertThat(bed.processes()).isEmpty();
            assertThat(directory.resolve("run/ports.json")).doesNotExist();

            bed.upAgain();
            awaitConverged(bed);
            assertThat(identities(bed)).isEqualTo(before);
            assertThat(bed.json("call", "pricing.quote", "--arg", "item=tea").getString("item"))
                    .isEqualTo("tea");
        }
    }

    @Test
    void nothingIsLostWhenTheJvmIsKilled() throws Exception {
        try (MeshBed bed = MeshBed.demo(directory)) {
            awaitConverged(bed);
            Map<String, String> before = identities(bed);
            long events = events(bed);
            bed.kill();

            bed.upAgain();
            awaitConverged(bed);
            assertThat(identities(bed)).isEqualTo(before);
            assertThat(events(bed)).isGreaterThanOrEqualTo(events);
        }
        assertThat(processesOf(directory)).isZero();
    }

    @Test
    void theServerKilledComesBackByItselfAndAgainWithUp() throws Exception {
        try (MeshBed bed = MeshBed.demo(directory)) {
            awaitConverged(bed);
            Map<String, String> before = identities(bed);
            long killed = bed.brokerPid();
            new Signal("KILL").to(killed);
            await().atMost(LIMIT).until(() -> bed.brokerPid() != killed);
            awaitConverged(bed);
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(bed.run("call", "pricing.quote", "--arg", "item=tea")
                                    .exit())
                            .isZero());

            new Signal("KILL").to(bed.brokerPid());
            bed.kill();
            bed.upAgain();
            awaitConverged(bed);
            assertThat(identities(bed)).isEqualTo(before);
        }
    }

    private static long processesOf(Path directory) {
        return ProcessHandle.allProcesses()
                .filter(p -> p.info().commandLine().orElse("").contains(directory.toString()))
                .count();
    }

    private static void awaitConverged(MeshBed bed) {
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(300))
                .ignoreExceptions()
                .until(() -> bed.json("status").getJsonArray("nodes").stream()
                        .allMatch(n -> ((JsonObject) n).getBoolean("converged")));
    }

    /** What must not change: the mesh, its key, and each node's keys. */
    private static Map<String, String> identities(MeshBed bed) throws Exception {
        Map<String, String> identities = new TreeMap<>();
        identities.put("mesh", Files.readString(bed.directory().resolve("mesh.json")));
        for (String node : new String[] {"hub", "n1", "n2"}) {
            identities.put(
                    node,
                    Files.readString(
                            bed.directory().resolve("nodes").resolve(node).resolve("sealing.key")));
        }
        return identities;
    }

    private static long events(MeshBed bed) throws Exception {
        try (PlainClient streams = PlainClient.streams(new MeshDirectory(bed.directory()))) {
            return streams.connection()
                    .jetStreamManagement()
                    .getStreamInfo(Streams.EVENTS)
                    .getStreamState()
                    .getLastSequence();
        }
    }
}
