package io.meshbus.control.deadletter;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.control.ControllerBed;
import io.meshbus.control.ModuleOutside;
import io.meshbus.sdk.module.Event;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.module.SubscribeOptions;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A stream of events of which one in a hundred is poison, over two nodes of one module and one node of another. */
final class PoisonBed implements AutoCloseable {
    private static final int ONE_IN = 100;
    private static final int KEYS = 16;
    private static final int IN_FLIGHT = 250;
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Map<String, String> DEFINITION = Map.of(
            "mesh.yaml", """
                    mesh: demo
                    nodes: { n1: {}, n2: {} }
                    assignments: { source: [ n1 ], sink: [ n1, n2 ], other: [ n1 ] }
                    """,
            "modules/source/module.yaml", """
                    module: source
                    version: 1.0.0
                    emits: { told: {}, ended: {} }
                    run: { container: { image: x } }
                    """,
            "modules/sink/module.yaml", """
                    module: sink
                    version: 1.0.0
                    consumes: [ source.told ]
                    delivery: { maxDeliver: 3, delays: [ 100ms, 200ms ] }
                    run: { container: { image: x } }
                    """,
            "modules/other/module.yaml", """
                    module: other
                    version: 1.0.0
                    consumes: [ source.told, source.ended ]
                    run: { container: { image: x } }
                    """);

    private final int count;
    private final ControllerBed bed;
    private final Mesh source;
    private final Map<String, Queue<int[]>> attempts = new ConcurrentHashMap<>();
    private final Queue<Integer> done = new ConcurrentLinkedQueue<>();
    private final Queue<Integer> othersHeard = new ConcurrentLinkedQueue<>();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile boolean mended;

    PoisonBed(Path directory, int count) throws Exception {
        this.count = count;
        bed = new ControllerBed(directory);
        ModuleOutside modules = new ModuleOutside(bed, DEFINITION, "n1", "n2");
        source = modules.module("source", "n1", mesh -> Future.succeededFuture());
        for (String node : List.of("n1", "n2")) {
            attempts.put(node, new ConcurrentLinkedQueue<>());
            SubscribeOptions options = SubscribeOptions.DEFAULT.withOrderedBy(event -> key(event.body()));
            modules.module(
                    "sink",
                    node,
                    mesh -> mesh.subscribe("source.told", JsonObject.class, options, event -> handle(node, event)));
        }
        modules.module(
                "other",
                "n1",
                mesh -> Future.all(
                        mesh.subscribe("source.told", JsonObject.class, event -> {
                            othersHeard.add(event.body().getInteger("n"));
                            return Future.succeededFuture();
                        }),
                        mesh.subscribe("source.ended", JsonObject.class, event -> {
                            ended.incrementAndGet();
                            return Future.succeededFuture();
                        })));
    }

    private static @Nullable String key(JsonObject body) {
        return body.getString("key");
    }

    private Future<?> handle(String node, Event<JsonObject> event) {
        int number = event.body().getInteger("n");
        if (event.attempt() == 1 && !mended) {
            attempts.get(node).add(new int[] {number % KEYS, number});
        }
        if (isPoison(number) && !mended) {
            return Future.failedFuture(new IllegalStateException("cannot do " + number));
        }
        done.add(number);
        return Future.succeededFuture();
    }

    private static boolean isPoison(int number) {
        return number % ONE_IN == 7;
    }

    private Set<Integer> poison() {
        return IntStream.range(0, count).filter(PoisonBed::isPoison).boxed().collect(Collectors.toSet());
    }

    /** Everything at once is more than the connection holds back. */
    void publish() throws Exception {
        for (int from = 0; from < count; from += IN_FLIGHT) {
            List<Future<String>> sent = new ArrayList<>();
            for (int n = from; n < Math.min(count, from + IN_FLIGHT); n++) {
                sent.add(source.publish(
                        "told", new JsonObject().put("key", "k" + n % KEYS).put("n", n)));
            }
            await(Future.all(sent));
        }
    }

    private JsonObject list() throws Exception {
        return bed.ask("dead_list", new JsonObject().put("module", "sink").put("limit", 0));
    }

    /** All good ones are handled, each poison is a letter, nobody else is troubled. */
    void settles() throws Exception {
        int bad = poison().size();
        await().atMost(LIMIT).until(() -> done.size() >= count - bad && list().getInteger("matched") >= bad);
        assertThat(done).hasSize(count - bad).doesNotHaveDuplicates().noneMatch(PoisonBed::isPoison);
        assertThat(list().getJsonArray("groups")).hasSize(1);
        assertThat(list().getInteger("matched")).isEqualTo(bad);
        await().atMost(LIMIT).until(() -> othersHeard.size() >= count);
        assertThat(othersHeard).hasSize(count).doesNotHaveDuplicates();
    }

    /** First attempts with one key came in their order, on each node. */
    void keptTheOrder() {
        attempts.forEach((node, all) -> {
            assertThat(all).as(node).isNotEmpty();
            Map<Integer, Integer> last = new HashMap<>();
            all.forEach(one -> {
                Integer before = last.put(one[0], one[1]);
                assertThat(before == null || before < one[1])
                        .as(one[1] + " after " + before)
                        .isTrue();
            });
        });
    }

    /** Step by step, as whoever paces it does; stopped in the middle, and gone on with. */
    void redrivenIsThatModulesAlone() throws Exception {
        mended = true;
        Set<Integer> poison = poison();
        JsonObject first = step(new JsonObject().put("module", "sink").put("limit", 3));
        assertThat(first.getBoolean("end")).isFalse();
        assertThat(first.getJsonArray("done")).hasSize(3);
        await().atMost(LIMIT).until(() -> done.size() == count - poison.size() + 3); // and no more: nobody asks
        assertThat(list().getInteger("matched")).isEqualTo(poison.size() - 3);
        JsonObject step = first;
        while (!step.getBoolean("end")) {
            step = step(new JsonObject()
                    .put("module", "sink")
                    .put("limit", 7)
                    .put("after", step.getLong("after"))
                    .put("upTo", step.getLong("upTo")));
        }
        await().atMost(LIMIT).until(() -> done.size() >= count);
        assertThat(done).hasSize(count).doesNotHaveDuplicates();
        await(source.publish("ended", new JsonObject()));
        await().atMost(LIMIT).until(() -> ended.get() == 1);
        assertThat(othersHeard).hasSize(count);
        assertThat(list().getInteger("matched")).isZero();
        assertThat(await(bed.mesh.store.auditTail(Long.MAX_VALUE, 100)))
                .filteredOn(entry -> entry.what().equals("dead.redrive"))
                .hasSizeGreaterThan(1)
                .allSatisfy(entry -> assertThat(entry.detail()).contains("module=sink"));
    }

    private JsonObject step(JsonObject request) throws Exception {
        JsonObject answer = bed.ask("dead_redrive", request);
        assertThat(answer.fieldNames()).as(answer.encode()).contains("done");
        assertThat(answer.getJsonArray("refused")).isEmpty();
        return answer;
    }

    @Override
    public void close() throws Exception {
        bed.close();
    }
}
