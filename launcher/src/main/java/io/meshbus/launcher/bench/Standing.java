package io.meshbus.launcher.bench;

import io.meshbus.launcher.bench.Row.Bar;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Consumption;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** What the bridge costs while it stands: memory with much waiting, threads with many consumers, an event loop's delay. */
final class Standing {
    private static final Duration STOP_MAX = Duration.ofSeconds(10);
    private static final double MEBIBYTE = 1 << 20;
    /** Looks at the heap, spread over the time that deliveries are handled. */
    private static final int LOOKS = 5;

    private static final long LOOK_NANOS = 400_000_000;
    private static final double HEAP_MIB_MAX = 64;
    private static final double STALL_MS_MAX = 20;
    private static final int LOADS = 3;

    private final Yard yard;
    private final BusContender bus;

    Standing(Yard yard, BusContender bus) {
        this.yard = yard;
        this.bus = bus;
    }

    /** Of all that the stream holds, behind a handler of one millisecond. */
    Row memory(String name) {
        String durable = yard.durable();
        double before = heapMib();
        double most = 0;
        Consumption consumption = yard.on(
                yard.loop(),
                () -> Future.succeededFuture(bus.streams()
                        .consume(
                                yard.stream(),
                                durable,
                                ConsumeOptions.DEFAULT,
                                delivery -> aMillisecond(),
                                (delivery, reason) -> Future.succeededFuture())));
        for (int look = 0; look < LOOKS; look++) {
            LockSupport.parkNanos(LOOK_NANOS);
            most = Math.max(most, heapMib() - before);
        }
        Yard.await(consumption.stop(STOP_MAX));
        yard.delete(durable);
        return new Row(name, "MiB", null, Figures.of(most), null, Bar.countAtMost(HEAP_MIB_MAX));
    }

    private Future<Void> aMillisecond() {
        Promise<Void> done = Promise.promise();
        yard.vertx().setTimer(1, id -> done.complete());
        return done.future();
    }

    /** Threads and heap of many consumers on one connection, each with its pull out and nothing to hear. */
    List<Row> crowd(int consumers) {
        List<String> durables = yard.idleDurables(consumers);
        Bus own = yard.connect(yard.streams());
        Yard.await(own.flush());
        double heapBefore = heapMib();
        int threadsBefore = ManagementFactory.getThreadMXBean().getThreadCount();
        Context loop = yard.loop();
        for (String durable : durables) {
            yard.on(
                    loop,
                    () -> Future.succeededFuture(own.consume(
                            yard.stream(),
                            durable,
                            ConsumeOptions.DEFAULT,
                            delivery -> Promise.promise().future(),
                            (delivery, reason) -> Future.succeededFuture())));
        }
        Yard.await(own.flush());
        int threads = ManagementFactory.getThreadMXBean().getThreadCount() - threadsBefore;
        double heap = heapMib() - heapBefore;
        Yard.await(own.close(STOP_MAX));
        durables.forEach(yard::delete);
        // Those of the JVM's own that come and go are fewer than a hundredth.
        return List.of(
                new Row(
                        consumers + " consumers, threads more",
                        "threads",
                        null,
                        Figures.of(threads),
                        null,
                        Bar.countAtMost(Math.max(2, consumers / 100.0))),
                new Row(
                        consumers + " consumers, heap",
                        "MiB",
                        null,
                        Figures.of(heap),
                        null,
                        Bar.countAtMost(HEAP_MIB_MAX)));
    }

    /** The delay of the loop that publishes and consumes as fast as it can, beside that of an idle one. */
    Row stall(String name, int count, int window) {
        double[] idle = new double[LOADS];
        double[] loaded = new double[LOADS];
        double[] more = new double[LOADS];
        for (int load = 0; load < LOADS; load++) {
            Context busy = yard.loop();
            String durable = yard.durable();
            LoopDelay control = LoopDelay.on(yard.vertx(), yard.loop());
            LoopDelay ours = LoopDelay.on(yard.vertx(), busy);
            bus.publishOn(busy, count, window);
            bus.consumeOn(busy, durable, count);
            idle[load] = control.endAtP999();
            loaded[load] = ours.endAtP999();
            more[load] = loaded[load] - idle[load];
            yard.delete(durable);
        }
        return new Row(name, "ms", Figures.of(idle), Figures.of(more), null, Bar.timeAtMost(STALL_MS_MAX));
    }

    private static double heapMib() {
        Runtime runtime = Runtime.getRuntime();
        List<Double> seen = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            System.gc();
            seen.add((runtime.totalMemory() - runtime.freeMemory()) / MEBIBYTE);
        }
        return seen.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    }
}
