package io.meshbus.control.observation;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.control.ControllerBed;
import io.meshbus.control.ControllerConfig;
import io.meshbus.control.ModuleOutside;
import io.meshbus.control.store.Store.Declared;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.module.Event;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Alive;
import io.meshbus.sdk.wire.BusObservation;
import io.meshbus.sdk.wire.ModuleCondition;
import io.meshbus.sdk.wire.NodeCondition;
import io.meshbus.sdk.wire.Report;
import io.meshbus.sdk.wire.WireCodec;
import io.nats.client.Connection;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** What a module hears and reads of the mesh's state, on a real server (spec 2.3). */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ObservationIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final NodeId N1 = new NodeId("n1");
    private static final int POISON = 40;
    private static final ControllerConfig CONFIG = new ControllerConfig(
            ControllerConfig.DEFAULT.answers(),
            ControllerConfig.DEFAULT.auth(),
            ControllerConfig.DEFAULT.liveTimeout(),
            ControllerConfig.DEFAULT.sweep(),
            Duration.ofSeconds(1),
            ControllerConfig.DEFAULT.lease());
    private static final Map<String, String> DEFINITION = Map.of(
            "mesh.yaml", """
                    mesh: demo
                    nodes: { n1: {}, watch: {} }
                    assignments: { sink: [ n1 ], source: [ watch ], watcher: [ watch ], blind: [ watch ] }
                    """,
            "modules/source/module.yaml", """
                    module: source
                    version: 1.0.0
                    emits: { told: {} }
                    run: { container: { image: x } }
                    """,
            "modules/sink/module.yaml", """
                    module: sink
                    version: 1.0.0
                    consumes: [ source.told ]
                    run: { container: { image: x } }
                    """,
            "modules/watcher/module.yaml", """
                    module: watcher
                    version: 1.0.0
                    consumes: [ seat:mesh-controller.node_changed, seat:mesh-controller.module_changed, seat:mesh-controller.bus_observed ]
                    watches: [ node.*, module.sink ]
                    run: { container: { image: x } }
                    """,
            "modules/blind/module.yaml", """
                    module: blind
                    version: 1.0.0
                    run: { container: { image: x } }
                    """);

    @TempDir
    static Path directory;

    private static final Queue<NodeCondition> NODE = new ConcurrentLinkedQueue<>();
    private static final Queue<ModuleCondition> SINK = new ConcurrentLinkedQueue<>();
    private static final Queue<BusObservation> BUS = new ConcurrentLinkedQueue<>();
    private static ControllerBed bed;
    private static ModuleOutside modules;
    private static Connection host;
    private static Connection watcher;
    private static long counter;

    @BeforeAll
    static void raise() throws Exception {
        bed = new ControllerBed(directory, CONFIG);
        modules = new ModuleOutside(bed, DEFINITION, "n1", "watch");
        host = modules.host("n1");
        watcher = modules.plain("watcher", "watch");
        modules.module(
                "watcher",
                "watch",
                mesh -> Future.all(
                        mesh.subscribe("seat:mesh-controller.node_changed", NodeCondition.class, event -> {
                            if (about(event, "node.n1")) {
                                NODE.add(event.body());
                            }
                            return Future.succeededFuture();
                        }),
                        mesh.subscribe("seat:mesh-controller.module_changed", ModuleCondition.class, event -> {
                            if (about(event, "module.sink")) {
                                SINK.add(event.body());
                            }
                            return Future.succeededFuture();
                        }),
                        mesh.subscribe("seat:mesh-controller.bus_observed", BusObservation.class, event -> {
                            BUS.add(event.body());
                            return Future.succeededFuture();
                        })));
        await().atMost(LIMIT).until(() -> await(bed.mesh.store.declared()).containsKey(N1));
    }

    private static boolean about(Event<?> event, String key) {
        return key.equals(event.subject());
    }

    @AfterAll
    static void lower() throws Exception {
        host.close();
        watcher.close();
        bed.close();
    }

    private static void report(Report.Outcome outcome, boolean ok, String reason) throws Exception {
        Declared declared = await(bed.mesh.store.declared()).get(N1);
        Report report = new Report(
                WireCodec.VERSION,
                N1,
                ++counter,
                declared.epoch(),
                declared.sequence(),
                declared.digest(),
                outcome,
                reason,
                List.of(new Report.ResourceReport("module:sink", ok, reason)),
                new JsonObject());
        host.request(Subjects.report(N1), WireCodec.encode(report).getBytes(), ANSWER);
    }

    private static void beat() throws Exception {
        host.publish(
                Subjects.alive(N1),
                WireCodec.encode(new Alive(WireCodec.VERSION, N1, 0.1, "1", "")).getBytes());
        host.flush(ANSWER);
    }

    private static List<String> states() {
        return NODE.stream()
                .map(node -> node.state() + (node.quiet() ? " quiet" : ""))
                .distinct()
                .toList();
    }

    private static <T> T value(String key, Class<T> type) throws Exception {
        String question = Subjects.directGet("KV_mesh_state", Subjects.stateKey(key));
        return WireCodec.decode(
                Buffer.buffer(watcher.request(question, new byte[0], ANSWER).getData()), type);
    }

    @Test
    @Order(1)
    void aChangeIsToldOnceAndStandsUnderItsKey() throws Exception {
        beat();
        report(Report.Outcome.CONVERGED, true, "");
        await().atMost(LIMIT).until(() -> states().contains("converged"));
        await().atMost(LIMIT)
                .until(() -> SINK.stream().anyMatch(sink -> sink.state().equals("running")));
        int before = NODE.size();
        report(Report.Outcome.CONVERGED, true, ""); // the same again is no change
        report(Report.Outcome.FAILED, false, "it fell over");
        await().atMost(LIMIT)
                .until(() ->
                        NODE.stream().skip(before).anyMatch(node -> node.state().equals("failed")));
        await().atMost(LIMIT)
                .until(() -> SINK.stream().anyMatch(sink -> sink.state().equals("failed")));
        assertThat(NODE.stream().skip(before).filter(node -> node.state().equals("failed")))
                .singleElement()
                .satisfies(node -> assertThat(node.reason()).isEqualTo("it fell over"));
        assertThat(SINK.stream().map(ModuleCondition::state)).doesNotHaveDuplicates();
        await().atMost(LIMIT)
                .until(() -> value("node.n1", NodeCondition.class).state().equals("failed"));
        await().atMost(LIMIT)
                .until(() -> value("module.sink", ModuleCondition.class).state().equals("failed"));
        assertThat(value("module.sink", ModuleCondition.class).nodes()).containsEntry("n1", "failed");
        assertThat(value("module.sink", ModuleCondition.class).reason()).isEqualTo("it fell over");
    }

    @Test
    @Order(2)
    void aNodeThatFallsSilentIsToldAndThatItIsBack() throws Exception {
        report(Report.Outcome.CONVERGED, true, "");
        await().atMost(LIMIT).until(() -> {
            beat();
            return value("node.n1", NodeCondition.class)
                    .equals(new NodeCondition(
                            1,
                            N1,
                            "converged",
                            false,
                            "",
                            value("node.n1", NodeCondition.class).digest()));
        });
        NODE.clear();
        await().atMost(LIMIT).until(() -> states().contains("converged quiet"));
        beat();
        await().atMost(LIMIT).until(() -> states().contains("converged"));
        assertThat(NODE).element(0).satisfies(node -> assertThat(node.quiet()).isTrue());
        assertThat(NODE).element(1).satisfies(node -> assertThat(node.quiet()).isFalse());
    }

    @Test
    @Order(3)
    void whatTheServerSaysIsToldTogether() throws Exception {
        modules.module(
                "sink",
                "n1",
                mesh -> mesh.subscribe("source.told", JsonObject.class, event -> Future.succeededFuture()));
        try (Connection source = modules.plain("source", "watch")) {
            for (int n = 0; n < POISON; n++) {
                source.publish("mesh.mod.source.event.told", "no envelope".getBytes(StandardCharsets.UTF_8));
            }
            source.flush(ANSWER);
        }
        await().atMost(LIMIT).until(() -> count("terminated") >= POISON);
        assertThat(count("terminated")).isEqualTo(POISON);
        assertThat(observed("terminated")).hasSizeLessThanOrEqualTo(4).allSatisfy(one -> {
            assertThat(one.stream()).isEqualTo("EVENTS");
            assertThat(one.consumer()).isEqualTo("sink");
            assertThat(one.sequence()).isPositive();
        });
        await(bed.admin.deleteConsumer("EVENTS", "sink"));
        await().atMost(LIMIT).until(() -> !observed("consumer_deleted").isEmpty());
        assertThat(observed("consumer_deleted"))
                .singleElement()
                .satisfies(one -> assertThat(one.consumer()).isEqualTo("sink"));
    }

    private static List<BusObservation> observed(String what) {
        return BUS.stream().filter(one -> one.what().equals(what)).toList();
    }

    private static long count(String what) {
        return observed(what).stream().mapToLong(BusObservation::count).sum();
    }

    @Test
    @Order(4)
    void whatIsNotWatchedCannotBeReadAndNobodyElseWrites() throws Exception {
        try (Connection blind = modules.plain("blind", "watch")) {
            String key = Subjects.stateKey("node.n1");
            blind.publish(Subjects.directGet("KV_mesh_state", key), "_INBOX.blind.watch.1", new byte[0]);
            blind.publish(key, "{}".getBytes(StandardCharsets.UTF_8));
            blind.flush(ANSWER);
            watcher.publish(
                    Subjects.directGet("KV_mesh_state", Subjects.stateKey("module.source")),
                    "_INBOX.watcher.watch.1",
                    new byte[0]);
            watcher.flush(ANSWER);
        }
        await().atMost(LIMIT)
                .until(() -> bed.mesh.refusals.stream().anyMatch(text -> text.contains("mesh_state.node.n1\""))
                        && bed.mesh.refusals.stream().anyMatch(text -> text.contains("mesh_state.module.source")));
    }

    @Test
    @Order(5)
    void whatTheMeshHasNoMoreIsGone() throws Exception {
        Map<String, String> without = new java.util.TreeMap<>(DEFINITION);
        without.put(
                "mesh.yaml", DEFINITION.get("mesh.yaml").replace("n1: {}, ", "").replace("[ n1 ]", "[ watch ]"));
        bed.push(without);
        assertThat(bed.ask("node_remove", new JsonObject().put("node", "n1")).getBoolean("removed"))
                .isTrue();
        await().atMost(LIMIT).until(() -> states().contains("gone"));
        await().atMost(LIMIT)
                .until(() -> value("node.n1", NodeCondition.class).state().equals("gone"));
    }
}
