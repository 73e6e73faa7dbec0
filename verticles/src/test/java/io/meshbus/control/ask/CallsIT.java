package io.meshbus.control.ask;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.control.ControllerBed;
import io.meshbus.control.ModuleOutside;
import io.meshbus.sdk.module.CallException;
import io.meshbus.sdk.module.CallOptions;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.SealingKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a call may end, and whose answer it gets, while the bus is restarted and reloaded (spec 3.9, 4.3). */
class CallsIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int CALLERS = 100;
    private static final Map<String, String> DEFINITION = Map.of(
            "mesh.yaml", """
                    mesh: demo
                    nodes: { n1: {} }
                    assignments: { server: [ n1 ], caller: [ n1 ] }
                    """,
            "modules/server/module.yaml", """
                    module: server
                    version: 1.0.0
                    serves:
                      echo:  { description: echoes }
                      picky: { description: wants an item, input: schemas/picky.json }
                      fails: { description: fails }
                      slow:  { description: never answers }
                      gone:  { description: the code forgot it }
                      secret: { description: for others }
                    run: { container: { image: x } }
                    """,
            "modules/server/schemas/picky.json", """
                    { "type": "object", "properties": { "item": { "type": "string" } }, "required": [ "item" ] }
                    """,
            "modules/caller/module.yaml", """
                    module: caller
                    version: 1.0.0
                    uses: [ server.echo, server.picky, server.fails, server.slow, server.gone ]
                    run: { container: { image: x } }
                    """);

    @TempDir
    static Path directory;

    private static ControllerBed bed;
    private static Mesh caller;

    @BeforeAll
    static void raise() throws Exception {
        bed = new ControllerBed(directory);
        ModuleOutside modules = new ModuleOutside(bed, DEFINITION, "n1");
        modules.module(
                "server",
                "n1",
                mesh -> Future.all(
                        mesh.handle(
                                "echo",
                                JsonObject.class,
                                call -> bed.mesh.vertx.timer(2).map(call.body())),
                        mesh.handle("picky", JsonObject.class, call -> Future.succeededFuture(call.body())),
                        mesh.handle(
                                "fails",
                                JsonObject.class,
                                call -> Future.failedFuture(CallException.failed("SOLD_OUT", "none left"))),
                        mesh.handle(
                                "slow",
                                JsonObject.class,
                                call -> Promise.promise().future()),
                        mesh.handle("secret", JsonObject.class, call -> Future.succeededFuture(call.body()))));
        // Its own copy of the definition lets it try what the mesh does not grant.
        Map<String, String> bold = new TreeMap<>(DEFINITION);
        bold.computeIfPresent(
                "modules/caller/module.yaml", (file, text) -> text.replace("uses: [", "uses: [ server.secret,"));
        caller = modules.reading(bold).module("caller", "n1", mesh -> Future.succeededFuture());
    }

    @AfterAll
    static void lower() throws Exception {
        bed.close();
    }

    private static CallException failure(String tool, JsonObject input, Duration timeout) throws Exception {
        Future<JsonObject> call = caller.request(tool, input, JsonObject.class, new CallOptions(timeout, null));
        await().atMost(LIMIT).until(call::isComplete);
        assertThat(call.cause()).isInstanceOf(CallException.class);
        return (CallException) call.cause();
    }

    @Test
    void theFiveEndingsAreToldApart() throws Exception {
        JsonObject tea = new JsonObject().put("item", "tea");
        assertThat(failure("server.gone", tea, LIMIT).code()).isEqualTo(ProblemCode.NO_RESPONDER);
        assertThat(failure("server.secret", tea, LIMIT).code()).isEqualTo(ProblemCode.REFUSED);
        CallException invalid = failure("server.picky", new JsonObject().put("item", 7), LIMIT);
        assertThat(invalid.code()).isEqualTo(ProblemCode.INVALID);
        assertThat(invalid.details().getString("pointer")).isEqualTo("/item");
        CallException failed = failure("server.fails", tea, LIMIT);
        assertThat(failed.code()).isEqualTo(ProblemCode.FAILED);
        assertThat(failed.reason()).isEqualTo("SOLD_OUT");
        long began = System.nanoTime();
        assertThat(failure("server.slow", tea, Duration.ofSeconds(1)).code()).isEqualTo(ProblemCode.TIMED_OUT);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isBetween(Duration.ofMillis(900), LIMIT);
    }

    /** Calls one after the other, for as long as it is let; each answer is compared with its question. */
    private static final class Loop {
        private final int number;
        private final AtomicInteger answered;
        private final Queue<String> foreign;
        private final Set<ProblemCode> failures;
        private volatile boolean ended;
        private int count;

        Loop(int number, AtomicInteger answered, Queue<String> foreign, Set<ProblemCode> failures) {
            this.number = number;
            this.answered = answered;
            this.foreign = foreign;
            this.failures = failures;
        }

        Future<Void> run() {
            if (ended) {
                return Future.succeededFuture();
            }
            JsonObject question = new JsonObject().put("caller", number).put("n", count++);
            return caller.request(
                            "server.echo", question, JsonObject.class, new CallOptions(Duration.ofSeconds(2), null))
                    .onSuccess(answer -> {
                        answered.incrementAndGet();
                        if (!answer.equals(question)) {
                            foreign.add(question + " got " + answer);
                        }
                    })
                    .onFailure(failure -> failures.add(((ProblemException) failure).code()))
                    .transform(done -> bed.mesh.vertx.timer(5))
                    .compose(passed -> run());
        }
    }

    @Test
    void nobodyGetsAnothersAnswerWhileTheBusIsRestartedAndReloaded() throws Exception {
        AtomicInteger answered = new AtomicInteger();
        Queue<String> foreign = new ConcurrentLinkedQueue<>();
        Set<ProblemCode> failures = ConcurrentHashMap.newKeySet();
        Queue<Loop> loops = new ConcurrentLinkedQueue<>();
        Queue<Future<Void>> running = new ConcurrentLinkedQueue<>();
        for (int n = 0; n < CALLERS; n++) {
            Loop loop = new Loop(n, answered, foreign, failures);
            loops.add(loop);
            bed.mesh.vertx.getOrCreateContext().runOnContext(now -> running.add(loop.run()));
        }
        for (int round = 0; round < 2; round++) {
            flows(answered);
            reload("ann" + round);
            flows(answered);
            bed.mesh.stopBroker();
            bed.mesh.startBroker();
        }
        flows(answered);
        loops.forEach(loop -> loop.ended = true);
        await().atMost(LIMIT).until(() -> running.stream().allMatch(Future::isComplete));
        assertThat(running).hasSize(CALLERS).allMatch(Future::succeeded);
        assertThat(foreign).isEmpty();
        assertThat(failures)
                .isSubsetOf(
                        ProblemCode.TIMED_OUT,
                        ProblemCode.NO_RESPONDER,
                        ProblemCode.BUS_AWAY,
                        ProblemCode.PERMISSIONS_CHANGED);
    }

    /** Every caller has had answers since. */
    private static void flows(AtomicInteger answered) {
        int before = answered.get();
        await().atMost(LIMIT).until(() -> answered.get() > before + 5 * CALLERS);
    }

    private static void reload(String person) throws Exception {
        JsonObject issued = bed.ask(
                "person_issue",
                new JsonObject()
                        .put("name", person)
                        .put(
                                "publicKey",
                                SealingKey.generate(ControllerBed.RANDOM)
                                        .publicKey()
                                        .value()));
        assertThat(issued.getString("name")).as(issued.encode()).isEqualTo(person);
    }
}
