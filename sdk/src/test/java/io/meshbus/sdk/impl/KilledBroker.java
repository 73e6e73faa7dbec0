package io.meshbus.sdk.impl;

import static io.meshbus.sdk.impl.Layout.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.Subscription;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Two publishers, three durables on two connections, a responder; the server is killed again and again under them. */
final class KilledBroker {
    private static final Logger FIGURES = LoggerFactory.getLogger("figures");
    private static final List<String> DURABLES = List.of("d1", "d2", "d3");
    private static final Duration ACK_WAIT = Duration.ofSeconds(2);
    private static final ConsumeOptions OPTIONS =
            ConsumeOptions.DEFAULT.withTimes(ACK_WAIT, Duration.ofSeconds(30)).withMaxDeliver(-1);
    private static final int LANES = 16;
    /** The target is 5 s; three times that is the gate. */
    private static final Duration RESUMED_MAX = Duration.ofSeconds(15);

    private static final Duration SETTLED_MAX = Duration.ofSeconds(60);
    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

    private final Bed bed;
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final Map<String, Set<String>> consumed = new ConcurrentHashMap<>();
    /** When something last went well, by publisher and durable. */
    private final Map<String, Long> lastWell = new ConcurrentHashMap<>();

    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicLong slowest = new AtomicLong();
    private final List<Bus> buses = new ArrayList<>();
    private final List<Consumption> consumptions = new ArrayList<>();
    private volatile boolean publishing = true;

    KilledBroker(Path directory) {
        bed = new Bed(directory);
    }

    void killed(int times) throws Exception {
        try (bed) {
            DURABLES.forEach(durable -> bed.withConsumer(durable, ACK_WAIT, -1));
            Set<String> before = threads();
            Subscription serving = begin();
            for (int kill = 1; kill <= times; kill++) {
                grow(200 + random.nextInt(600));
                bed.server.kill();
                bed.server.restart();
                resumed(kill);
            }
            publishing = false;
            everythingAcknowledgedIsConsumed();
            nothingIsSubscribedTwice();
            await(serving.cancel());
            for (Consumption each : consumptions) {
                await(each.stop(CLOSE_MAX));
            }
            onlyAnswersAreStillHeard();
            for (Bus each : buses) {
                await(each.close(CLOSE_MAX));
            }
            nothingIsLeft(before);
            FIGURES.info(
                    "killed-broker kills={} acknowledged={} refused={} slowest_resumption_ms={} target_ms=5000 seed={}",
                    times,
                    acknowledged.size(),
                    refused.get(),
                    slowest.get() / 1_000_000,
                    seed);
        }
    }

    private Subscription begin() {
        Bus first = bus();
        Bus second = bus();
        consumptions.add(consume(first, "d1"));
        consumptions.add(consume(first, "d2"));
        consumptions.add(consume(second, "d3"));
        Subscription serving = await(first.serve(Layout.TOOL, "t", 4, Future::succeededFuture));
        for (int lane = 0; lane < LANES; lane++) {
            publish(first, "p1");
            publish(second, "p2");
        }
        return serving;
    }

    private Bus bus() {
        Bus bus = Layout.connect(bed.vertx, bed.server, Layout.M1);
        buses.add(bus);
        return bus;
    }

    private Consumption consume(Bus bus, String durable) {
        Set<String> seen = consumed.computeIfAbsent(durable, any -> ConcurrentHashMap.newKeySet());
        return bus.consume(
                "EVENTS",
                durable,
                OPTIONS,
                delivery -> {
                    seen.add(delivery.message().body().toString());
                    lastWell.put(durable, System.nanoTime());
                    return Future.succeededFuture();
                },
                (delivery, reason) -> Future.succeededFuture());
    }

    /** One lane: the next when the last was answered. What is refused was never promised. */
    private void publish(Bus bus, String publisher) {
        if (!publishing) {
            return;
        }
        String id = "e" + numbers.incrementAndGet();
        bus.store(Bed.event(id), PublishOptions.id(id)).onComplete(done -> {
            if (done.succeeded()) {
                acknowledged.add(id);
                lastWell.put(publisher, System.nanoTime());
                publish(bus, publisher);
            } else {
                refused.incrementAndGet();
                bed.vertx.setTimer(20, again -> publish(bus, publisher));
            }
        });
    }

    private void grow(int more) {
        int from = acknowledged.size();
        Map<String, Integer> sizes = consumed.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().size()));
        soon(SETTLED_MAX)
                .until(() -> acknowledged.size() > from + more
                        && sizes.entrySet().stream()
                                .allMatch(each -> consumed.get(each.getKey()).size() > each.getValue()));
    }

    /** Counted from the server's listening, for every publisher and every durable. */
    private void resumed(int kill) {
        long listening = System.nanoTime();
        soon(SETTLED_MAX)
                .until(() -> lastWell.size() == DURABLES.size() + 2
                        && lastWell.values().stream().allMatch(at -> at - listening > 0));
        long took = System.nanoTime() - listening;
        slowest.accumulateAndGet(took, Math::max);
        FIGURES.info("resumption kill={} ms={} target_ms=5000", kill, took / 1_000_000);
        assertThat(Duration.ofNanos(took)).as("seed " + seed).isLessThan(RESUMED_MAX);
    }

    private void everythingAcknowledgedIsConsumed() {
        for (String durable : DURABLES) {
            soon(SETTLED_MAX)
                    .untilAsserted(() -> assertThat(acknowledged.stream()
                                    .filter(id -> !consumed.get(durable).contains(id))
                                    .limit(5))
                            .as("acknowledged, and never consumed by " + durable + ", seed " + seed)
                            .isEmpty());
            soon(SETTLED_MAX)
                    .ignoreExceptions()
                    .until(() -> new JnatsProbe(bed).info("EVENTS", durable).getNumPending() == 0
                            && new JnatsProbe(bed).ackPending("EVENTS", durable) == 0);
        }
    }

    /** On each connection the answers; per consumption two pulls; one tool. */
    private void nothingIsSubscribedTwice() throws Exception {
        heard(2 + 2 * DURABLES.size() + 1);
    }

    private void onlyAnswersAreStillHeard() throws Exception {
        heard(2);
    }

    private void heard(int subscriptions) throws Exception {
        try (Sys sys = new Sys(bed.server)) {
            soon(SETTLED_MAX)
                    .untilAsserted(() -> assertThat(sys.subscriptions(Layout.M1.value()))
                            .hasSize(subscriptions)
                            .doesNotHaveDuplicates());
        }
    }

    private void nothingIsLeft(Set<String> before) throws Exception {
        heard(0);
        soon(SETTLED_MAX)
                .untilAsserted(() -> assertThat(threads()).as("threads left").isSubsetOf(before));
    }

    /** Those of the module's connections and whatever jnats makes beside them; the bed's own connection stays. */
    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("meshbus " + Layout.M1.value() + ":")
                        || thread.getName().startsWith("nats")
                        || thread.getName().startsWith("pool-"))
                .map(thread -> thread.getName() + "#" + thread.getId())
                .collect(Collectors.toSet());
    }

    private static ConditionFactory soon(Duration limit) {
        return Awaitility.await().atMost(limit).pollInterval(Duration.ofMillis(20));
    }
}
