package io.meshbus.sdk.impl;

import static io.meshbus.sdk.impl.Layout.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.Message;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Very many messages wait behind a handler of one millisecond: they stay at the server. A million with {@code long}. */
@ExtendWith(LoopWatch.class)
class WaitingIT {
    private static final Logger FIGURES = LoggerFactory.getLogger("figures");
    private static final double MEBIBYTE = 1 << 20;
    private static final double HEAP_MIB_MAX = 64;
    /** Handled before the heap is looked at for the last time. */
    private static final int HANDLED_MIN = 5_000;

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);
    private static final ConsumeOptions OPTIONS = ConsumeOptions.DEFAULT;

    private final AtomicInteger handled = new AtomicInteger();
    private Bed bed;
    private Bus m1;

    @BeforeEach
    void start(@TempDir Path directory) {
        bed = new Bed(directory);
        bed.withConsumer("m1", Duration.ofSeconds(30), 5);
        m1 = bed.connect(Layout.M1);
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void twoHundredThousandStayAtTheServer() throws Exception {
        stayAtTheServer(200_000);
    }

    /** Half a minute and more to fill, on a busy machine. */
    @Test
    @Tag("long")
    void aMillionStaysAtTheServer() throws Exception {
        stayAtTheServer(1_000_000);
    }

    private void stayAtTheServer(int messages) throws Exception {
        long began = System.nanoTime();
        fill(messages);
        long filled = System.nanoTime() - began;
        double before = heapMib();
        Consumption consumption = m1.consume(
                "EVENTS",
                "m1",
                OPTIONS,
                delivery -> {
                    handled.incrementAndGet();
                    Promise<Void> done = Promise.promise();
                    bed.vertx.setTimer(1, id -> done.complete());
                    return done.future();
                },
                (delivery, reason) -> Future.succeededFuture());
        double most = 0;
        for (int part = 1; part <= 5; part++) {
            int enough = HANDLED_MIN * part / 5;
            Awaitility.await().atMost(LONG_ENOUGH).until(() -> handled.get() >= enough);
            most = Math.max(most, heapMib() - before);
        }
        nothingIsPulledWhilePaused(consumption);
        FIGURES.info(
                "waiting messages={} filled_ms={} heap_growth_mib={} bar_mib={}",
                messages,
                filled / 1_000_000,
                Math.round(most * 10) / 10.0,
                HEAP_MIB_MAX);
        assertThat(most).isLessThan(HEAP_MIB_MAX);
        await(consumption.stop(Duration.ofSeconds(10)));
    }

    /** What was on its way may still arrive; after that the server's count of deliveries stands still. */
    private void nothingIsPulledWhilePaused(Consumption consumption) throws Exception {
        consumption.pause();
        AtomicInteger same = new AtomicInteger();
        long[] last = {-1};
        Awaitility.await()
                .atMost(LONG_ENOUGH)
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    long now = delivered();
                    same.set(now == last[0] ? same.get() + 1 : 0);
                    last[0] = now;
                    return same.get() == 10;
                });
        int ran = handled.get();
        assertThat(delivered() - ran).as("pulled and not begun").isBetween(0L, (long) OPTIONS.prefetch());
        consumption.resume();
        Awaitility.await().atMost(LONG_ENOUGH).until(() -> handled.get() > ran);
    }

    private long delivered() throws Exception {
        return new JnatsProbe(bed).info("EVENTS", "m1").getDelivered().getConsumerSequence();
    }

    /** Core publishes: the stream takes them all the same, and no acknowledgement is waited for but that of the count. */
    private void fill(int messages) {
        Buffer body = Buffer.buffer(new byte[128]);
        Bus streams = bed.streams();
        Future<Void> last = Future.succeededFuture();
        for (int i = 1; i <= messages; i++) {
            last = m1.publish(Message.of(Layout.EVENT, body));
            if (i % 5_000 == 0) {
                await(last);
                await(m1.flush());
            }
        }
        Awaitility.await()
                .atMost(LONG_ENOUGH)
                .until(() -> await(new Jnats(bed.vertx).streams(streams).stream("EVENTS"))
                                .orElseThrow()
                                .messages()
                        == messages);
    }

    private static double heapMib() {
        Runtime runtime = Runtime.getRuntime();
        double least = Double.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(least, (runtime.totalMemory() - runtime.freeMemory()) / MEBIBYTE);
        }
        return least;
    }
}
