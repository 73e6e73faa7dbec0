package io.meshbus.bed.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.subject.Digest;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener.Events;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the broker's image promises (spec 7.2, reference 001 section 10 step 1): a change of the composed file is live within
 * one poll, the server is never restarted for it, and nothing that is not a sound composed list is applied.
 */
abstract class EntrypointContract {
    private static final Duration LIMIT = ListedBroker.LIMIT;
    private static final int RELOADS = 20;
    private static final int BURST = 50;

    @TempDir
    Path directory;

    private ListedBroker broker;

    /** Starts it on that directory; it looks at the list every second. */
    abstract void start(ListedBroker broker) throws Exception;

    /** What must not change over reloads: a process id, a container's id with its start. */
    abstract String identity() throws Exception;

    /** Asks it to end, as {@code docker stop} does, and gives its status. */
    abstract int stop() throws Exception;

    abstract String said() throws Exception;

    abstract void end() throws Exception;

    abstract String host();

    @BeforeEach
    void begin() throws Exception {
        broker = new ListedBroker(Files.createDirectory(directory.resolve("broker")), host());
        broker.list("ann", "bob");
        start(broker);
        await().atMost(LIMIT).until(() -> broker.canConnect("ann"));
        await().atMost(LIMIT).until(() -> Files.exists(broker.directory.resolve("applied/applied.json")));
    }

    @AfterEach
    void finish() throws Exception {
        end();
    }

    @Test
    void aChangeIsLiveAndTheServerIsTheSameOverManyReloads() throws Exception {
        String before = identity();
        List<Events> events = new CopyOnWriteArrayList<>();
        try (Connection ann = broker.connect("ann", events)) {
            for (int i = 0; i < RELOADS; i++) {
                String user = "user" + i;
                broker.list("ann", user);
                await().atMost(LIMIT).pollInterval(Duration.ofMillis(50)).until(() -> broker.canConnect(user));
                assertThat(broker.canConnect(i == 0 ? "bob" : "user" + (i - 1))).isFalse();
            }
            ann.flush(LIMIT);
            assertThat(events).isEmpty();
        }
        assertThat(identity()).isEqualTo(before);
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(broker.applied().getString("running"))
                    .startsWith("sha256:")
                    .isEqualTo(broker.applied().getString("checked"));
            assertThat(broker.applied().getString("refused")).isEmpty();
        });
    }

    @Test
    void whatIsNoSoundComposedListIsNotAppliedAndTheNextSoundOneIs() throws Exception {
        String sound = broker.composed("ann");
        String running = broker.applied().getString("running");
        List<Events> events = new CopyOnWriteArrayList<>();
        try (Connection ann = broker.connect("ann", events)) {
            for (String broken : List.of(
                    "",
                    "MESH_USERS = []\n",
                    sound.substring(0, sound.length() - 4),
                    sound.replace("ann", "eve"),
                    broker.composed("ann").replace("]\n", "]]\n"),
                    broker.headed("MESH_USERS = [ { user: \"ann\", password: $nowhere } ]\n"),
                    broker.headed("MESH_USERS = [\n" + ListedBroker.entry("controller", "m..x") + "]\n"),
                    broker.headed("MESH_USERS = [\n" + ListedBroker.entry("eve", "m..x") + "]\n"))) {
                broker.write(broken);
                String list = Digest.sha256(broken);
                await().atMost(LIMIT)
                        .ignoreExceptions()
                        .until(() -> broker.applied().getString("list").equals(list));
                assertThat(broker.applied().getString("refused")).as(broken).isNotEmpty();
                assertThat(broker.applied().getString("running")).isEqualTo(running);
                assertThat(broker.canConnect("bob")).isTrue();
                assertThat(broker.canConnect("eve")).isFalse();
            }
            ann.flush(LIMIT);
            assertThat(events).isEmpty();
        }
        broker.list("carol");
        await().atMost(LIMIT).until(() -> broker.canConnect("carol"));
        assertThat(broker.canConnect("ann")).isFalse();
    }

    @Test
    void theOneBadPrincipalIsPutAsideAndTheOthersGoLive() throws Exception {
        broker.write(broker.headed("MESH_USERS = [\n" + ListedBroker.entry("carol", "m.carol")
                + ListedBroker.entry("eve", "m..x") + ListedBroker.entry("dave", "m.dave") + "]\n"));
        await().atMost(LIMIT).until(() -> broker.canConnect("carol"));
        assertThat(broker.canConnect("dave")).isTrue();
        assertThat(broker.canConnect("eve")).isFalse();
        assertThat(broker.canConnect("ann")).isFalse();
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(broker.applied().getString("aside")).isEqualTo("eve");
            assertThat(broker.applied().getString("refused")).isEmpty();
            assertThat(broker.applied().getString("running"))
                    .isEqualTo(broker.applied().getString("checked"));
        });
        assertThat(said()).contains("principal-put-aside name=eve");
        assertThat(broker.directory.resolve("applied/next")).doesNotExist();
    }

    @Test
    void aBurstIsFoldedAndARemovedUserIsCutOff() throws Exception {
        List<Events> events = new CopyOnWriteArrayList<>();
        try (Connection ann = broker.connect("ann", events)) {
            for (int i = 0; i < BURST; i++) {
                broker.list("bob", "user" + i);
            }
            await().atMost(LIMIT).until(() -> broker.canConnect("user" + (BURST - 1)));
            await().atMost(LIMIT).until(() -> events.contains(Events.DISCONNECTED));
            assertThat(ann.getStatus()).isNotEqualTo(Connection.Status.CONNECTED);
        }
        assertThat(broker.canConnect("ann")).isFalse();
        long reloads =
                said().lines().filter(line -> line.startsWith("reload-live")).count();
        assertThat(reloads).isBetween(1L, 3L);
    }

    @Test
    void startedAgainItRunsTheLastSoundListThoughTheNewestIsRefused() throws Exception {
        broker.write("");
        await().atMost(LIMIT).until(() -> !broker.applied().getString("refused").isEmpty());
        stop();
        end();
        start(broker);
        await().atMost(LIMIT).until(() -> broker.canConnect("ann"));
        broker.list("carol");
        await().atMost(LIMIT).until(() -> broker.canConnect("carol"));
        assertThat(broker.canConnect("ann")).isFalse();
    }

    @Test
    void itEndsByLameDuckAndLeavesNothing() throws Exception {
        List<Events> events = new CopyOnWriteArrayList<>();
        try (Connection ignored = broker.connect("ann", events)) {
            assertThat(stop()).isZero();
            await().atMost(LIMIT).until(() -> events.contains(Events.LAME_DUCK));
            assertThat(said()).contains("broker-up").contains("ending");
        }
        assertThat(broker.canConnect("ann")).isFalse();
    }
}
