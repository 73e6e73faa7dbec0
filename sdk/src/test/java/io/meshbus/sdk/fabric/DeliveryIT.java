package io.meshbus.sdk.fabric;

import static io.meshbus.sdk.fabric.FabricBed.await;
import static io.meshbus.sdk.fabric.FabricBed.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Stored;
import io.meshbus.sdk.bus.StreamAdmin.Asserted;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who gets which event (spec 6.3), on a real server. */
@ExtendWith(LoopWatch.class)
class DeliveryIT {
    private static final Logger FIGURES = LoggerFactory.getLogger("figures");

    private final List<String> one = new CopyOnWriteArrayList<>();
    private final List<String> two = new CopyOnWriteArrayList<>();
    private FabricBed bed;
    private Fabric s1;
    private Fabric s2;

    @BeforeEach
    void start(@TempDir Path directory) {
        bed = new FabricBed(directory);
        s1 = bed.instance("fabric.s1");
        s2 = bed.instance("fabric.s2");
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    private static Function<FabricEvent, Future<?>> into(List<String> seen) {
        return event -> {
            seen.add(event.ref().tenant() + "/" + event.ref().rowId());
            return Future.succeededFuture();
        };
    }

    private void publish(String tenant, int from, int to) {
        await(Future.all(IntStream.range(from, to)
                .mapToObj(i -> s1.publish(tenant, Kind.MESSAGE_POSTED, "m" + i))
                .toList()));
    }

    @Test
    void twoInstancesOnOneSubjectShare() {
        await(s1.subscribe("t1", Kind.MESSAGE_POSTED, into(one)));
        await(s2.subscribe("t1", Kind.MESSAGE_POSTED, into(two)));
        int[] published = {0};
        await().until(() -> {
            publish("t1", published[0], published[0] += 200);
            return !one.isEmpty() && !two.isEmpty();
        });
        await().until(() -> one.size() + two.size() >= published[0]);
        List<String> all = new ArrayList<>(one);
        all.addAll(two);
        assertThat(all).hasSize(published[0]).doesNotHaveDuplicates();
    }

    @Test
    void aWildcardAndAConcreteSubscriberBothGetItOnceAndTenantsDoNotSeeEachOther() {
        List<String> all = new CopyOnWriteArrayList<>();
        await(s1.subscribe("t1", Kind.MESSAGE_POSTED, into(one)));
        await(s1.subscribe("t2", Kind.MESSAGE_POSTED, into(two)));
        await(s1.subscribeKind(Kind.MESSAGE_POSTED, into(all)));
        publish("t1", 0, 20);
        publish("t2", 0, 20);
        await(s1.publish("t1", Kind.CHANNEL_CHANGED, "c1"));
        await().until(() -> all.size() == 40 && one.size() == 20 && two.size() == 20);
        assertThat(all).doesNotHaveDuplicates();
        assertThat(one).allMatch(row -> row.startsWith("t1/"));
        assertThat(two).allMatch(row -> row.startsWith("t2/"));
    }

    @Test
    void aSecondSubscriptionOnOneInstanceIsRefused() {
        FabricSubscription first = await(s1.subscribe("t1", Kind.MESSAGE_POSTED, into(one)));
        assertThat(problem(s1.subscribe("t1", Kind.MESSAGE_POSTED, into(two))).code())
                .isEqualTo(ProblemCode.ALREADY_SUBSCRIBED);
        await(first.unsubscribe());
        await(s1.subscribe("t1", Kind.MESSAGE_POSTED, into(two)));
        publish("t1", 0, 1);
        await().until(() -> two.size() == 1);
        assertThat(one).isEmpty();
    }

    @Test
    void idsAreOpaque() {
        List<String> ids =
                List.of("unicode-t\u00e9nant", "te\u0301nant", "\ud83d\ude00", "100%", "a:b|c", "t".repeat(300));
        await(s1.subscribeKind(Kind.MESSAGE_POSTED, into(one)));
        for (String id : ids) {
            await(s2.subscribe(id, Kind.MESSAGE_POSTED, into(two)));
            await(s1.publish(id, Kind.MESSAGE_POSTED, " "));
        }
        String[] rows = ids.stream().map(id -> id + "/ ").toArray(String[]::new);
        await().until(() -> one.size() == rows.length && two.size() == rows.length);
        assertThat(one).containsExactlyInAnyOrder(rows);
        assertThat(two).containsExactlyInAnyOrder(rows);
        assertThat(problem(s1.publish("a.b", Kind.MESSAGE_POSTED, "m")).code()).isEqualTo(ProblemCode.BAD_NAME);
    }

    @Test
    void aDuplicateIsSeenAndARevisionIsNone() {
        Stored first = await(s1.publish("t1", Kind.MESSAGE_UPDATED, "m1"));
        Stored second = await(s2.publish("t1", Kind.MESSAGE_UPDATED, "m1"));
        Stored revised = await(s2.publish("t1", Kind.MESSAGE_UPDATED, "m1", "v2"));
        assertThat(List.of(first.duplicate(), second.duplicate(), revised.duplicate()))
                .containsExactly(false, true, false);
        assertThat(s2.metrics().duplicates()).isEqualTo(1);
        assertThat(s2.metrics().published()).isEqualTo(1);
    }

    @Test
    void aConsumerThatVanishesComesBackAndNothingIsLost() {
        await(s1.subscribe("t1", Kind.MESSAGE_POSTED, into(one)));
        publish("t1", 0, 10);
        await().until(() -> one.size() == 10);
        String durable = FabricIds.durable(FabricSubjects.comms("t1", Kind.MESSAGE_POSTED));
        await(bed.admin().deleteConsumer(FabricSubjects.STREAM, durable));
        publish("t1", 10, 20);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> one.stream().distinct().count() == 20);
    }

    @Test
    void otherSettingsAreRefusedByNameAndChangeNothing() {
        await(s1.subscribe("t1", Kind.MESSAGE_POSTED, into(one)));
        Fabric other = bed.instance(bed.quick("fabric.s2").withDelivery(Duration.ofSeconds(2), 7));
        assertThat(problem(other.subscribe("t1", Kind.MESSAGE_POSTED, into(two)))
                        .problem()
                        .line())
                .contains("STREAM_DRIFT", "max deliver", "wanted 7", "found 3");
        publish("t1", 0, 1);
        await().until(() -> one.size() == 1);
    }

    @Test
    void theStreamIsMadeByManyAtOnceAndADriftIsNamed() {
        List<Future<Asserted>> all = IntStream.range(0, 10)
                .mapToObj(i -> (i % 2 == 0 ? s1 : s2).ensureStream())
                .toList();
        await(Future.all(all));
        assertThat(all).allMatch(asserted -> asserted.result() == Asserted.UNCHANGED);
        Fabric bigger = await(Fabric.connect(bed.vertx, bed.options("fabric.s1").withReplicas(3)));
        assertThat(problem(bigger.ensureStream()).problem().line())
                .contains("STREAM_DRIFT", "replicas", "wanted 3", "found 1");
        await(bigger.close());
    }

    @Test
    void movingToTheWildcardRetiresTheConcreteDurables() {
        await(await(s1.subscribe("t1", Kind.MESSAGE_POSTED, into(one))).unsubscribe());
        await(await(s1.subscribe("t2", Kind.MESSAGE_POSTED, into(one))).unsubscribe());
        await(s1.subscribe("t1", Kind.CHANNEL_CHANGED, into(one)));
        await(s1.subscribeKind(Kind.MESSAGE_POSTED, into(two)));
        publish("t1", 0, 3);
        assertThat(await(s1.retireConcrete(Kind.MESSAGE_POSTED)))
                .containsExactlyInAnyOrder(
                        new Fabric.Retired("compass.t1.comms.message_posted", 3),
                        new Fabric.Retired("compass.t2.comms.message_posted", 0));
        assertThat(await(bed.admin().consumers(FabricSubjects.STREAM))).hasSize(2);
        await().until(() -> two.size() == 3);
        assertThat(one).isEmpty();
    }

    @Test
    void aSlowHandlerNeverSeesARedelivery() {
        Fabric slow = bed.instance(
                bed.options("fabric.s1").withDelivery(Duration.ofSeconds(1), 5).withConcurrency(1, 1));
        AtomicInteger runs = new AtomicInteger();
        publish("t1", 0, 100);
        await(slow.subscribe("t1", Kind.MESSAGE_POSTED, event -> {
            runs.incrementAndGet();
            return after(50);
        }));
        String subject = FabricSubjects.comms("t1", Kind.MESSAGE_POSTED);
        await().atMost(Duration.ofSeconds(30)).until(() -> bed.unfinished(subject) == 0);
        assertThat(runs).hasValue(100);
        assertThat(slow.bus().metrics().redelivered()).isZero();
        FIGURES.info("fabric 50 ms handler, ack wait 1 s, 100 messages: runs={}", runs);
    }

    private Future<?> after(long millis) {
        Promise<Void> later = Promise.promise();
        bed.vertx.setTimer(millis, id -> later.complete());
        return later.future();
    }

    @Test
    void oneSlowTenantDoesNotStallTheOthersAndRowsKeepTheirOrder() {
        Map<String, List<Long>> waits = new ConcurrentHashMap<>();
        Map<String, Long> sent = new ConcurrentHashMap<>();
        Promise<Void> slow = Promise.promise();
        await(s1.subscribeKind(Kind.MESSAGE_POSTED, event -> {
            String tenant = event.ref().tenant();
            if (tenant.equals("slow")) {
                one.add(event.ref().rowId());
                return slow.future();
            }
            waits.computeIfAbsent(tenant, any -> new CopyOnWriteArrayList<>())
                    .add((System.nanoTime() - sent.get(tenant + event.ref().rowId())) / 1_000_000);
            return Future.succeededFuture();
        }));
        publish("slow", 0, 100);
        await().until(() -> one.size() >= 4);
        for (int i = 0; i < 50; i++) {
            for (String tenant : List.of("a", "b", "c")) {
                sent.put(tenant + "m" + i, System.nanoTime());
                await(s1.publish(tenant, Kind.MESSAGE_POSTED, "m" + i));
            }
        }
        await().until(() -> waits.values().stream().mapToInt(List::size).sum() == 150);
        List<Long> sorted =
                waits.values().stream().flatMap(List::stream).sorted().toList();
        FIGURES.info(
                "fabric beside a tenant with 100 events standing: p50={} ms max={} ms",
                sorted.get(75),
                sorted.get(149));
        assertThat(one).hasSizeBetween(1, 4);
        slow.complete();
        await().until(() -> one.size() == 100);
    }

    @Test
    void firstAttemptsOfARowKeepTheirOrder() {
        Map<String, List<Long>> attempts = new ConcurrentHashMap<>();
        List<Future<Stored>> stored = new ArrayList<>();
        for (int revision = 0; revision < 20; revision++) {
            for (String row : List.of("a", "b", "c", "d", "e")) {
                stored.add(s1.publish("t1", Kind.MESSAGE_UPDATED, row, "v" + revision));
            }
        }
        await(Future.all(stored));
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        await(s1.subscribeKind(Kind.MESSAGE_UPDATED, event -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            return after(1 + (long) (Math.random() * 5)).onComplete(done -> {
                running.decrementAndGet();
                attempts.computeIfAbsent(event.ref().rowId(), any -> new CopyOnWriteArrayList<>())
                        .add(event.sequence());
            });
        }));
        await().until(() -> attempts.values().stream().mapToInt(List::size).sum() == 100);
        assertThat(attempts.values())
                .hasSize(5)
                .allSatisfy(order -> assertThat(order).isSorted());
        assertThat(most.get()).isBetween(1, 4);
    }
}
