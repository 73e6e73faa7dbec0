package io.meshbus.sdk.impl;

import static io.meshbus.sdk.impl.Layout.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.bus.PoisonException;
import io.meshbus.sdk.bus.PublishOptions;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a delivery for each thing a handler can do. */
@ExtendWith(LoopWatch.class)
class HandlerIT {
    private static final ConsumeOptions QUICK = ConsumeOptions.DEFAULT
            .withTimes(Duration.ofSeconds(2), Duration.ofSeconds(30))
            .withDelays(List.of(Duration.ofMillis(100), Duration.ofMillis(300)))
            .withMaxDeliver(3);

    private record Attempt(String body, long attempt, long nanos) {}

    private final List<Attempt> attempts = new CopyOnWriteArrayList<>();
    private final Map<String, Throwable> finals = new ConcurrentHashMap<>();
    private Bed bed;
    private Bus streams;
    private Bus m1;

    @BeforeEach
    void start(@TempDir Path dir) {
        bed = new Bed(dir);
        streams = bed.withConsumer("m1", Duration.ofSeconds(2), 3);
        m1 = bed.connect(Layout.M1);
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    private Consumption consume(ConsumeOptions options, Function<Delivery, Future<?>> handler) {
        return m1.consume(
                "EVENTS",
                "m1",
                options,
                delivery -> {
                    attempts.add(new Attempt(body(delivery), delivery.attempt(), System.nanoTime()));
                    return handler.apply(delivery);
                },
                (delivery, reason) -> {
                    finals.put(body(delivery), reason);
                    return Future.succeededFuture();
                });
    }

    private static String body(Delivery delivery) {
        return delivery.message().body().toString();
    }

    private List<Attempt> of(String body) {
        return attempts.stream().filter(a -> a.body.equals(body)).toList();
    }

    /** Everything settled: nothing is pending at the server. */
    private boolean settled() {
        return ackPending() == 0;
    }

    private long ackPending() {
        try {
            return new JnatsProbe(bed).ackPending("EVENTS", "m1");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void successIsAckedOnce() {
        consume(QUICK, delivery -> Future.succeededFuture());
        Bed.store(m1, "a", "b");
        org.awaitility.Awaitility.await().until(() -> attempts.size() == 2);
        org.awaitility.Awaitility.await().until(this::settled);
        assertThat(m1.metrics().redelivered()).isZero();
    }

    @Test
    void failureComesBackAfterTheDelayOfItsAttemptAndIsFinalAtTheLast() {
        consume(QUICK, delivery -> Future.failedFuture("no"));
        Bed.store(m1, "a");
        org.awaitility.Awaitility.await().until(() -> finals.containsKey("a"));
        List<Attempt> all = of("a");
        assertThat(all).extracting(Attempt::attempt).containsExactly(1L, 2L, 3L);
        assertThat(millis(all.get(0), all.get(1))).isBetween(95L, 290L);
        assertThat(millis(all.get(1), all.get(2))).isBetween(295L, 900L);
        org.awaitility.Awaitility.await().until(this::settled);
    }

    private static long millis(Attempt from, Attempt to) {
        return (to.nanos - from.nanos) / 1_000_000;
    }

    @Test
    void everyWayToFailIsAFailure() {
        consume(QUICK, delivery -> switch (body(delivery)) {
            case "throws" -> throw new IllegalStateException("x");
            case "error" -> throw new StackOverflowError();
            case "null" -> null;
            default -> Future.failedFuture(new AssertionError());
        });
        Bed.store(m1, "throws", "error", "null", "fails");
        org.awaitility.Awaitility.await().until(() -> finals.size() == 4);
        assertThat(attempts).hasSize(12);
        org.awaitility.Awaitility.await().until(this::settled);
    }

    @Test
    void poisonIsFinalAtOnceAndTheServerHearsTheReason() {
        List<String> advisories = new CopyOnWriteArrayList<>();
        await(streams.subscribe(
                "$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.EVENTS.m1",
                message -> advisories.add(message.body().toString())));
        consume(QUICK, delivery -> Future.failedFuture(new PoisonException("not\r\nreadable")));
        Bed.store(m1, "a");
        org.awaitility.Awaitility.await().until(() -> !advisories.isEmpty());
        assertThat(advisories.get(0)).contains("not readable");
        assertThat(of("a")).hasSize(1);
        assertThat(finals.get("a")).isInstanceOf(PoisonException.class);
    }

    @Test
    void aFailingOnFinalGivesTheDeliveryBack() {
        AtomicInteger handed = new AtomicInteger();
        m1.consume(
                "EVENTS",
                "m1",
                QUICK,
                delivery -> Future.failedFuture(new PoisonException("p")),
                (delivery, reason) ->
                        handed.incrementAndGet() == 1 ? Future.failedFuture("away") : Future.succeededFuture());
        Bed.store(m1, "a");
        org.awaitility.Awaitility.await().until(() -> handed.get() == 2);
        org.awaitility.Awaitility.await().until(this::settled);
    }

    @Test
    void aSlowHandlerIsKeptAliveBeyondTheAckWait() {
        Promise<Void> slow = Promise.promise();
        consume(QUICK, delivery -> slow.future());
        Bed.store(m1, "a");
        org.awaitility.Awaitility.await().until(() -> attempts.size() == 1);
        bed.vertx.setTimer(5_000, id -> slow.complete());
        org.awaitility.Awaitility.await().until(() -> slow.future().isComplete());
        org.awaitility.Awaitility.await().until(this::settled);
        assertThat(attempts).hasSize(1);
    }

    @Test
    void whatWaitsBehindSlowHandlersIsKeptAliveToo() {
        consume(QUICK.withConcurrency(1), delivery -> {
            Promise<Void> slow = Promise.promise();
            bed.vertx.setTimer(1_500, id -> slow.complete());
            return slow.future();
        });
        Bed.store(m1, "a", "b", "c", "d");
        org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> attempts.size() == 4 && settled());
        assertThat(attempts).extracting(Attempt::attempt).containsOnly(1L);
    }

    @Test
    void aHandlerThatNeverEndsHasFailedAfterItsTime() {
        consume(
                QUICK.withTimes(Duration.ofSeconds(2), Duration.ofMillis(300)),
                delivery -> Promise.promise().future());
        Bed.store(m1, "a");
        org.awaitility.Awaitility.await().until(() -> finals.containsKey("a"));
        assertThat(of("a")).hasSize(3);
        assertThat(finals.get("a")).hasMessageContaining("TIMED_OUT");
    }

    @Test
    void foreignThreadsAndLateResultsDoNoHarm() {
        List<Promise<Void>> late = new CopyOnWriteArrayList<>();
        consume(QUICK.withTimes(Duration.ofSeconds(2), Duration.ofMillis(200)), delivery -> {
            Promise<Void> promise = Promise.promise();
            if (body(delivery).equals("late") && delivery.attempt() == 1) {
                late.add(promise);
            } else {
                new Thread(promise::complete).start();
            }
            return promise.future();
        });
        String[] bodies = new String[200];
        java.util.Arrays.setAll(bodies, i -> i == 0 ? "late" : "e" + i);
        Bed.store(m1, bodies);
        org.awaitility.Awaitility.await().until(() -> of("late").size() == 2);
        late.forEach(Promise::complete);
        late.forEach(Promise::tryComplete);
        org.awaitility.Awaitility.await().until(() -> attempts.size() == 201 && settled());
    }

    @Test
    void oneKeyStaysInOrderWhileOthersRunBeside() {
        Map<String, List<Integer>> done = new ConcurrentHashMap<>();
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        consume(QUICK.withOrderedBy(message -> message.body().toString().substring(0, 1)), delivery -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            Promise<Void> promise = Promise.promise();
            bed.vertx.setTimer(1 + (long) (Math.random() * 5), id -> {
                done.computeIfAbsent(body(delivery).substring(0, 1), k -> new CopyOnWriteArrayList<>())
                        .add(Integer.parseInt(body(delivery).substring(1)));
                running.decrementAndGet();
                promise.complete();
            });
            return promise.future();
        });
        List<Future<?>> stored = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            for (String key : List.of("a", "b", "c")) {
                stored.add(m1.store(Bed.event(key + i), PublishOptions.PLAIN));
            }
        }
        await(Future.all(stored));
        org.awaitility.Awaitility.await()
                .until(() -> done.values().stream().mapToInt(List::size).sum() == 300);
        done.values().forEach(list -> assertThat(list).isSorted());
        assertThat(most.get()).isBetween(2, 3);
    }

    @Test
    void concurrencyOneWithoutPrefetchLeavesWorkToOthers() {
        Promise<Void> busy = Promise.promise();
        consume(QUICK.withConcurrency(1).withPrefetch(1), delivery -> busy.future());
        Bed.store(m1, "a", "b");
        org.awaitility.Awaitility.await().until(() -> attempts.size() == 1);
        List<String> other = new CopyOnWriteArrayList<>();
        bed.connect(Layout.M1)
                .consume(
                        "EVENTS",
                        "m1",
                        QUICK.withConcurrency(1).withPrefetch(1),
                        delivery -> {
                            other.add(body(delivery));
                            return Future.succeededFuture();
                        },
                        (delivery, reason) -> Future.succeededFuture());
        org.awaitility.Awaitility.await().until(() -> other.size() == 1);
        busy.complete();
        org.awaitility.Awaitility.await().until(this::settled);
    }

    @Test
    void stopFinishesWhatRunsAndGivesBackTheRest() {
        List<Promise<Void>> pending = new CopyOnWriteArrayList<>();
        Consumption consumption = consume(QUICK.withConcurrency(2), delivery -> {
            Promise<Void> promise = Promise.promise();
            pending.add(promise);
            return promise.future();
        });
        Bed.store(m1, "a", "b", "c", "d", "e");
        org.awaitility.Awaitility.await().until(() -> pending.size() == 2);
        Future<Void> stopped = consumption.stop(Duration.ofSeconds(10));
        assertThat(consumption.stop(Duration.ofSeconds(1))).isSameAs(stopped);
        List<String> other = new CopyOnWriteArrayList<>();
        bed.connect(Layout.M1)
                .consume(
                        "EVENTS",
                        "m1",
                        QUICK,
                        delivery -> {
                            other.add(body(delivery));
                            return Future.succeededFuture();
                        },
                        (delivery, reason) -> Future.succeededFuture());
        org.awaitility.Awaitility.await().until(() -> other.size() == 3);
        pending.forEach(Promise::complete);
        await(stopped);
        assertThat(attempts).hasSize(2);
        org.awaitility.Awaitility.await().until(this::settled);
        assertThat(other).containsExactlyInAnyOrder("c", "d", "e");
    }

    @Test
    void stopsDeadlineGivesBackWhatStillRuns() {
        Consumption consumption = consume(QUICK, delivery -> Promise.promise().future());
        Bed.store(m1, "a");
        org.awaitility.Awaitility.await().until(() -> attempts.size() == 1);
        await(consumption.stop(Duration.ofMillis(300)));
        consume(QUICK, delivery -> Future.succeededFuture());
        org.awaitility.Awaitility.await().until(() -> attempts.size() == 2);
        org.awaitility.Awaitility.await().until(this::settled);
    }
}
