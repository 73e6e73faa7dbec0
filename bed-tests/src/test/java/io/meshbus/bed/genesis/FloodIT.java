package io.meshbus.bed.genesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.DefinitionCopy;
import io.meshbus.bed.MeshBed;
import io.meshbus.bed.PlainClient;
import io.meshbus.bed.genesis.SharedMesh.Mesh;
import io.nats.client.api.StreamInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Facts 10.3: a module that floods the stream of all events evicts its own, not another one's (docs/adr/0025). */
class FloodIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String TICK = "mesh.mod.clock.event.tick";
    private static final String OWN = "mesh.mod.orders.event.placed";
    private static final int STREAM_BYTES = 16 << 20;

    @TempDir
    private Path directory;

    @Test
    void aFloodEvictsTheFloodersOwnEventsOnly() throws Exception {
        Path definition = directory.resolve("definition");
        DefinitionCopy.ofDemo(definition);
        String mesh = Files.readString(definition.resolve("mesh.yaml"));
        Files.writeString(
                definition.resolve("mesh.yaml"),
                mesh + "\nretention: { events: { maxBytes: 16MiB, maxEvent: 16KiB } }\n");
        try (Mesh raised = Mesh.standing(
                        MeshBed.raise(directory.resolve("mesh"), definition), Files.createTempDirectory("flood"));
                PlainClient controller = raised.controller();
                PlainClient orders = raised.orders()) {
            await().atMost(LIMIT).until(() -> Holdings.of(controller).on(TICK) > 0);
            // Strict: neither many small ones nor the largest that the server takes, four times what the stream holds.
            flood(controller, orders, 100, 40_000);
            assertEveryTickIsThere(controller);
            flood(controller, orders, 15 << 10, 4 * STREAM_BYTES / (15 << 10));
            assertEveryTickIsThere(controller);
            assertThat(bytes(controller)).isLessThan(STREAM_BYTES / 2);
            // One byte more than was agreed is refused.
            long before = Holdings.of(controller).on(OWN);
            flood(orders, (16 << 10) + 1, 10);
            controller.flush();
            assertThat(Holdings.of(controller).on(OWN)).isEqualTo(before);

            // Without the bound on one event: still harmless while events are small …
            Files.writeString(definition.resolve("mesh.yaml"), mesh + "\nretention: { events: { maxBytes: 16MiB } }\n");
            assertThat(raised.bed().run("push", definition.toString()).exit()).isZero();
            await().atMost(LIMIT)
                    .until(() -> info(controller).getConfiguration().getMaximumMessageSize() > (1 << 20));
            flood(controller, orders, 100, 40_000);
            assertEveryTickIsThere(controller);
            // … and this is what remains: the largest ones evict everybody's.
            long ticks = Holdings.of(controller).on(TICK);
            flood(controller, orders, 1 << 20, 32);
            assertThat(Holdings.of(controller).on(TICK)).isLessThan(ticks);
        }
    }

    private static void flood(PlainClient controller, PlainClient orders, int size, int count) throws Exception {
        long from = info(controller).getStreamState().getLastSequence();
        flood(orders, size, count);
        await().atMost(LIMIT).until(() -> info(controller).getStreamState().getLastSequence() >= from + count);
    }

    private static void flood(PlainClient orders, int size, int count) throws Exception {
        byte[] body = new byte[size];
        for (int i = 1; i <= count; i++) {
            orders.connection().publish(OWN, body);
            if (i % 500 == 0) {
                orders.flush();
            }
        }
        orders.flush();
    }

    /** The clock counts its ticks, so a missing one shows. */
    private static void assertEveryTickIsThere(PlainClient controller) throws Exception {
        var management = controller.connection().jetStreamManagement();
        await().atMost(LIMIT).untilAsserted(() -> {
            long count =
                    HeadersIT.countOf(management.getLastMessage("EVENTS", TICK).getData());
            assertThat(Holdings.of(controller).on(TICK)).isEqualTo(count);
        });
    }

    private static long bytes(PlainClient controller) throws Exception {
        return info(controller).getStreamState().getByteCount();
    }

    private static StreamInfo info(PlainClient controller) throws Exception {
        return controller.connection().jetStreamManagement().getStreamInfo("EVENTS");
    }
}
