package io.meshbus.sdk.impl;

import static io.meshbus.sdk.impl.Layout.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Back-pressure: what is not asked for stays at the server. */
@ExtendWith(LoopWatch.class)
class DemandIT {
    private static final int MANY = 100_000;
    private static final int IN_FLIGHT_MAX = 1_000;

    private Bed bed;
    private Bus m1;

    @BeforeEach
    void start(@TempDir Path dir) {
        bed = new Bed(dir);
        bed.withConsumer("m1", Duration.ofSeconds(30), 5);
        m1 = bed.connect(Layout.M1);
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    private long delivered() throws Exception {
        return new JnatsProbe(bed).info("EVENTS", "m1").getDelivered().getConsumerSequence();
    }

    private void fill(int count, Buffer body) throws InterruptedException {
        int window = Math.min(IN_FLIGHT_MAX, Math.max(1, 4_000_000 / body.length()));
        Semaphore inFlight = new Semaphore(window);
        AtomicInteger failed = new AtomicInteger();
        for (int i = 0; i < count; i++) {
            inFlight.acquire();
            m1.store(Message.of(Layout.EVENT, body), PublishOptions.PLAIN).onComplete(done -> {
                if (done.failed()) {
                    failed.incrementAndGet();
                }
                inFlight.release();
            });
        }
        inFlight.acquire(window);
        assertThat(failed).hasValue(0);
    }

    @Test
    void nothingIsPulledThatWasNotAskedFor() throws Exception {
        fill(50, Buffer.buffer("x"));
        List<Delivery> got = new CopyOnWriteArrayList<>();
        Context home = bed.context();
        Consumption consumption = bed.on(home, () -> m1.consume("EVENTS", "m1", ConsumeOptions.DEFAULT));
        consumption.handler(got::add);
        barrier(home);
        assertThat(delivered()).isZero();
        consumption.fetch(3);
        org.awaitility.Awaitility.await().until(() -> got.size() == 3);
        barrier(home);
        assertThat(delivered()).isEqualTo(3);
        consumption.fetch(2);
        org.awaitility.Awaitility.await().until(() -> got.size() == 5);
        assertThat(delivered()).isEqualTo(5);
        got.forEach(Delivery::ack);
        consumption.resume();
        org.awaitility.Awaitility.await().until(() -> got.size() == 50);
        assertThat(got).extracting(Delivery::streamSequence).isSorted().doesNotHaveDuplicates();
        await(consumption.stop(Duration.ofSeconds(5)));
    }

    /** Whatever the consumption would have pulled has been answered once this returns. */
    private void barrier(Context home) {
        bed.on(home, () -> null);
        await(m1.flush());
        await(bed.streams().flush());
        bed.on(home, () -> null);
    }

    @Test
    void pauseInAHandlerHoldsTheNextOne() throws Exception {
        fill(20, Buffer.buffer("x"));
        List<Long> got = new CopyOnWriteArrayList<>();
        Context home = bed.context();
        bed.on(home, () -> {
            Consumption consumption = m1.consume("EVENTS", "m1", ConsumeOptions.DEFAULT);
            consumption.handler(delivery -> {
                got.add(delivery.streamSequence());
                delivery.ack();
                if (got.size() == 5) {
                    consumption.pause();
                    bed.vertx.setTimer(300, id -> {
                        got.add(-1L);
                        consumption.resume();
                    });
                }
            });
            return consumption.resume();
        });
        org.awaitility.Awaitility.await().until(() -> got.size() == 21);
        assertThat(got.get(5)).isEqualTo(-1L);
    }

    @Test
    void aHundredThousandWaitingDoNotComeIntoMemory() throws Exception {
        fill(MANY, Buffer.buffer(new byte[256]));
        long before = usedHeap();
        AtomicInteger handled = new AtomicInteger();
        List<Promise<Void>> held = new CopyOnWriteArrayList<>();
        m1.consume(
                "EVENTS",
                "m1",
                ConsumeOptions.DEFAULT,
                delivery -> {
                    Promise<Void> promise = Promise.promise();
                    handled.incrementAndGet();
                    held.add(promise);
                    return promise.future();
                },
                (delivery, reason) -> Future.succeededFuture());
        org.awaitility.Awaitility.await().until(() -> handled.get() == ConsumeOptions.DEFAULT.concurrency());
        await(m1.flush());
        assertThat(delivered())
                .isLessThanOrEqualTo(ConsumeOptions.DEFAULT.concurrency() + ConsumeOptions.DEFAULT.prefetch());
        assertThat(usedHeap() - before).isLessThan(16L << 20);
        assertThat(handled.get()).isEqualTo(ConsumeOptions.DEFAULT.concurrency());
        held.forEach(Promise::tryComplete);
        await(m1.close(Duration.ofSeconds(5)));
    }

    @Test
    void aHundredThousandAreHandledInOrderAndOnce() throws Exception {
        fill(MANY, Buffer.buffer(new byte[64]));
        AtomicInteger next = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        m1.consume(
                "EVENTS",
                "m1",
                ConsumeOptions.DEFAULT,
                delivery -> {
                    if (delivery.streamSequence() != next.incrementAndGet()) {
                        wrong.incrementAndGet();
                    }
                    return Future.succeededFuture();
                },
                (delivery, reason) -> Future.succeededFuture());
        org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> next.get() >= MANY);
        assertThat(wrong).hasValue(0);
        assertThat(m1.metrics().redelivered()).isZero();
    }

    @Test
    void largeMessagesComeInSmallPulls() throws Exception {
        fill(60, Buffer.buffer(new byte[1_000_000]));
        AtomicInteger handled = new AtomicInteger();
        m1.consume(
                "EVENTS",
                "m1",
                ConsumeOptions.DEFAULT,
                delivery -> {
                    handled.incrementAndGet();
                    return Future.succeededFuture();
                },
                (delivery, reason) -> Future.succeededFuture());
        org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> handled.get() == 60);
    }

    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
