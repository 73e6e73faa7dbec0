package io.meshbus.sdk.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.LoopWatch;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** How many at once, and in which order: per subscription and per role. */
@ExtendWith(LoopWatch.class)
class FlowIT {
    private static final int EACH = 40;
    private static final List<String> KEYS = List.of("a", "b", "c", "d", "e");

    private final Map<String, List<Integer>> seen = new ConcurrentHashMap<>();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private ModuleBed bed;
    private Mesh teller;

    @BeforeEach
    void raise(@TempDir Path directory) throws Exception {
        bed = new ModuleBed(directory);
        teller = Soon.await(Mesh.connect(bed.vertx, bed.mesh.options("teller", "n1")));
    }

    @AfterEach
    void end() throws Exception {
        Soon.await(teller.close());
        bed.close();
    }

    private static JsonObject item(String key, int number) {
        return new JsonObject().put("item", key + number);
    }

    private static String key(JsonObject body) {
        return body.getString("item").substring(0, 1);
    }

    /** At work for some milliseconds, then noted. */
    private Future<Void> work(JsonObject body) {
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        Promise<Void> done = Promise.promise();
        bed.vertx.setTimer(1 + (body.hashCode() & 3), timer -> {
            running.decrementAndGet();
            seen.computeIfAbsent(key(body), any -> new CopyOnWriteArrayList<>())
                    .add(Integer.parseInt(body.getString("item").substring(1)));
            done.complete();
        });
        return done.future();
    }

    private void allInOrder() {
        await().until(() -> seen.values().stream().mapToInt(List::size).sum() == EACH * KEYS.size());
        seen.forEach((key, numbers) -> assertThat(numbers)
                .as(key)
                .isEqualTo(IntStream.range(0, EACH).boxed().toList()));
    }

    private void tell(String event) throws Exception {
        List<Future<?>> told = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            for (String key : KEYS) {
                told.add(teller.publish(event, item(key, i)));
            }
        }
        Soon.await(Future.all(told));
    }

    @Test
    void eventsOfOneKeyStayInOrderAndOthersRunBeside() throws Exception {
        bed.deploy(
                "hearer",
                "n2",
                mesh -> mesh.subscribe(
                        "teller.told",
                        JsonObject.class,
                        SubscribeOptions.DEFAULT.withOrderedBy(event -> key(event.body())),
                        event -> work(event.body())));
        tell("told");
        allInOrder();
        assertThat(most.get()).isBetween(2, KEYS.size());
    }

    @Test
    void orderAndConcurrencyHoldTogether() throws Exception {
        bed.deploy(
                "hearer",
                "n2",
                mesh -> mesh.subscribe(
                        "teller.told",
                        JsonObject.class,
                        SubscribeOptions.DEFAULT.withConcurrency(2).withOrderedBy(event -> key(event.body())),
                        event -> work(event.body())));
        tell("told");
        allInOrder();
        assertThat(most.get()).isEqualTo(2);
    }

    @Test
    void oneSubscriptionsBoundDoesNotHoldTheOther() throws Exception {
        Promise<Void> gate = Promise.promise();
        AtomicInteger others = new AtomicInteger();
        bed.deploy(
                "hearer",
                "n2",
                mesh -> Future.all(
                        mesh.subscribe(
                                "teller.told", JsonObject.class, SubscribeOptions.DEFAULT.withConcurrency(3), event -> {
                                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                                    return gate.future().onComplete(open -> running.decrementAndGet());
                                }),
                        mesh.subscribe("teller.other", JsonObject.class, event -> {
                            others.incrementAndGet();
                            return Future.succeededFuture();
                        })));
        tell("told");
        tell("other");
        await().until(() -> others.get() == EACH * KEYS.size());
        assertThat(running).hasValue(3);
        gate.complete();
        await().until(() -> running.get() == 0);
        assertThat(most).hasValue(3);
    }

    @Test
    void workIsOneAtATimeUnlessSaidOtherwise() throws Exception {
        bed.deploy(
                "hearer",
                "n2",
                mesh -> mesh.accept(
                        "desk.review",
                        JsonObject.class,
                        work -> work(work.body()).map(Outcome.SILENT)));
        submit();
        allInOrder();
        assertThat(most).hasValue(1);
    }

    @Test
    void aRolesWorkOfOneKeyStaysInOrderAndOthersRunBeside() throws Exception {
        bed.deploy(
                "hearer",
                "n2",
                mesh -> mesh.accept(
                        "desk.review",
                        JsonObject.class,
                        AcceptOptions.DEFAULT.withConcurrency(4).withOrderedBy(work -> key(work.body())),
                        work -> work(work.body()).map(Outcome.SILENT)));
        submit();
        allInOrder();
        assertThat(most.get()).isBetween(2, 4);
    }

    private void submit() throws Exception {
        List<Future<?>> submitted = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            for (String key : KEYS) {
                submitted.add(teller.submit("desk.review", item(key, i)));
            }
        }
        Soon.await(Future.all(submitted));
    }
}
