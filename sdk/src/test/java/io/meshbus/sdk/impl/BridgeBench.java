package io.meshbus.sdk.impl;

import static io.meshbus.sdk.impl.Layout.await;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerSpec;
import io.meshbus.sdk.bus.Subscription;
import io.meshbus.sdk.id.PrincipalId;
import io.nats.client.Connection;
import io.nats.client.Dispatcher;
import io.nats.client.JetStream;
import io.nats.client.MessageConsumer;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The bridge beside raw jnats on one server, rounds interleaved, medians (spec 7.5). Not a test: {@code java … BridgeBench
 * [rounds]}. Event-loop side: caller, responder and consumer run on Vert.x contexts.
 */
public final class BridgeBench {
    private static final byte[] BODY = new byte[256];
    private static final Buffer BUFFER = Buffer.buffer(BODY);
    private static final int CALLS = 1_500;
    private static final int CALLS_MANY = 20_000;
    private static final int PUBLISHES = 20_000;
    private static final int CONSUMED = 20_000;

    private final Bed bed;
    private final Bus m1;
    private final Bus m2;
    private final Bus streams;
    private final Connection raw1;
    private final Connection raw2;
    private final Connection rawStreams;
    private final AtomicInteger consumers = new AtomicInteger();

    private BridgeBench(Path dir) throws Exception {
        bed = new Bed(dir);
        streams = bed.withConsumer("m1", Duration.ofSeconds(30), 5);
        m1 = bed.connect(Layout.M1);
        m2 = bed.connect(Layout.M2);
        raw1 = raw(Layout.M1);
        raw2 = raw(Layout.M2);
        rawStreams = raw(Layout.STREAMS);
        busStore();
    }

    private Connection raw(PrincipalId user) throws Exception {
        return Nats.connect(new Options.Builder()
                .server(bed.server.url())
                .sslContext(new PinnedTrust(List.of(bed.server.pin())).context())
                .inboxPrefix(user.inboxPrefix() + ".")
                .userInfo(user.value(), "pw")
                .build());
    }

    public static void main(String[] args) throws Exception {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        Path dir = Files.createTempDirectory("bench");
        BridgeBench bench = new BridgeBench(dir);
        String only = args.length > 1 ? args[1] : "";
        try {
            bench.compare(only, "call, one at a time, p50 us (bar 1.10)", rounds, true, bench::rawCall, bench::busCall);
            bench.compare(only, "calls, 64 in flight, /s (bar 0.95)", rounds, false, bench::rawCalls, bench::busCalls);
            bench.compare(
                    only,
                    "publish acked, 256 in flight, /s (bar 0.95)",
                    rounds,
                    false,
                    bench::rawStore,
                    bench::busStore);
            bench.compare(only, "consume and ack, /s (bar 0.90)", rounds, false, bench::rawConsume, bench::busConsume);
        } finally {
            bench.raw1.close();
            bench.raw2.close();
            bench.rawStreams.close();
            bench.bed.close();
        }
        System.exit(0);
    }

    private void compare(
            String only, String name, int rounds, boolean lower, Supplier<Double> raw, Supplier<Double> bus) {
        if (!name.startsWith(only)) {
            return;
        }
        double[] raws = new double[rounds];
        double[] buses = new double[rounds];
        double[] ratios = new double[rounds];
        double[] cpu = new double[rounds];
        raw.get();
        bus.get();
        for (int i = 0; i < rounds; i++) {
            boolean rawFirst = i % 2 == 0;
            long start = cpuNanos();
            double first = (rawFirst ? raw : bus).get();
            long middle = cpuNanos();
            double second = (rawFirst ? bus : raw).get();
            double firstCpu = middle - start;
            double secondCpu = cpuNanos() - middle;
            cpu[i] = rawFirst ? secondCpu / firstCpu : firstCpu / secondCpu;
            raws[i] = rawFirst ? first : second;
            buses[i] = rawFirst ? second : first;
            ratios[i] = buses[i] / raws[i];
        }
        print(String.format(
                Locale.ROOT,
                "%-46s raw %10.1f  meshbus %10.1f  ratio of medians %.3f  median ratio %.3f  own CPU %.3f",
                name,
                median(raws),
                median(buses),
                median(buses) / median(raws),
                median(ratios),
                median(cpu)));
    }

    /** What this process has burnt: says more than a clock on a busy machine. */
    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean)
                        java.lang.management.ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static void print(String line) {
        new java.io.PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), true).println(line);
    }

    // --- calls

    private <T> T withRawResponder(Supplier<T> work) {
        Dispatcher dispatcher = raw1.createDispatcher();
        dispatcher.subscribe(Layout.TOOL, "t", message -> raw1.publish(message.getReplyTo(), message.getData()));
        return flushed(raw1, work, () -> raw1.closeDispatcher(dispatcher));
    }

    private <T> T flushed(Connection connection, Supplier<T> work, Runnable end) {
        try {
            connection.flush(Duration.ofSeconds(5));
            return work.get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            end.run();
        }
    }

    private double rawCall() {
        return withRawResponder(() -> {
            long[] nanos = new long[CALLS];
            for (int i = 0; i < CALLS; i++) {
                long began = System.nanoTime();
                try {
                    raw2.request(Layout.TOOL, BODY, Duration.ofSeconds(5));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                nanos[i] = System.nanoTime() - began;
            }
            return p50(nanos);
        });
    }

    private static double p50(long[] nanos) {
        Arrays.sort(nanos);
        return nanos[nanos.length / 2] / 1_000.0;
    }

    private Subscription serve() {
        Promise<Subscription> made = Promise.promise();
        bed.context()
                .runOnContext(go -> m1.serve(Layout.TOOL, "t", 256, q -> Future.succeededFuture(q))
                        .onComplete(made));
        return await(made.future());
    }

    private double busCall() {
        Subscription serving = serve();
        long[] nanos = new long[CALLS];
        Promise<Void> done = Promise.promise();
        bed.context().runOnContext(go -> call(nanos, 0, done));
        await(done.future());
        await(serving.cancel());
        return p50(nanos);
    }

    private void call(long[] nanos, int i, Promise<Void> done) {
        if (i == nanos.length) {
            done.complete();
            return;
        }
        long began = System.nanoTime();
        m2.request(Message.of(Layout.TOOL, BUFFER), Duration.ofSeconds(5)).onComplete(answer -> {
            nanos[i] = System.nanoTime() - began;
            call(nanos, i + 1, done);
        });
    }

    private double rawCalls() {
        return withRawResponder(() -> {
            long began = System.nanoTime();
            Semaphore window = new Semaphore(64);
            for (int i = 0; i < CALLS_MANY; i++) {
                window.acquireUninterruptibly();
                raw2.request(Layout.TOOL, BODY).whenComplete((answer, e) -> window.release());
            }
            window.acquireUninterruptibly(64);
            return perSecond(CALLS_MANY, began);
        });
    }

    private static double perSecond(int count, long began) {
        return count / ((System.nanoTime() - began) / 1e9);
    }

    private double busCalls() {
        Subscription serving = serve();
        long began = System.nanoTime();
        onLoop(CALLS_MANY, 64, () -> m2.request(Message.of(Layout.TOOL, BUFFER), Duration.ofSeconds(5)));
        double result = perSecond(CALLS_MANY, began);
        await(serving.cancel());
        return result;
    }

    /** Keeps {@code window} going on one event loop until {@code count} are done. */
    private void onLoop(int count, int window, Supplier<Future<?>> work) {
        Promise<Void> done = Promise.promise();
        int[] state = new int[2];
        Context context = bed.context();
        context.runOnContext(go -> {
            for (int i = 0; i < window; i++) {
                next(state, count, work, done);
            }
        });
        await(done.future());
    }

    private void next(int[] state, int count, Supplier<Future<?>> work, Promise<Void> done) {
        if (state[0] == count) {
            return;
        }
        state[0]++;
        work.get().onComplete(ended -> {
            if (ended.failed()) {
                done.tryFail(ended.cause());
            }
            if (++state[1] == count) {
                done.tryComplete();
            } else {
                next(state, count, work, done);
            }
        });
    }

    // --- streams

    private double rawStore() {
        try {
            JetStream stream = raw1.jetStream();
            long began = System.nanoTime();
            Semaphore window = new Semaphore(256);
            for (int i = 0; i < PUBLISHES; i++) {
                window.acquireUninterruptibly();
                CompletableFuture<?> ack = stream.publishAsync(Layout.EVENT, BODY);
                ack.whenComplete((done, e) -> window.release());
            }
            window.acquireUninterruptibly(256);
            return perSecond(PUBLISHES, began);
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private double busStore() {
        long began = System.nanoTime();
        onLoop(PUBLISHES, 256, () -> m1.store(Message.of(Layout.EVENT, BUFFER), PublishOptions.PLAIN));
        return perSecond(PUBLISHES, began);
    }

    private String freshConsumer() {
        String name = "c" + consumers.incrementAndGet();
        StreamAdmin admin = new Jnats(bed.vertx).streams(streams);
        await(admin.assertConsumer(new ConsumerSpec(
                "EVENTS", name, List.of("mesh.mod.m1.event.>"), Duration.ofSeconds(30), 5, 10_000, false, "bench")));
        return name;
    }

    private double rawConsume() {
        String name = freshConsumer();
        try {
            AtomicInteger got = new AtomicInteger();
            CompletableFuture<Void> all = new CompletableFuture<>();
            AtomicLong began = new AtomicLong(System.nanoTime());
            MessageConsumer consumer = rawStreams
                    .getConsumerContext("EVENTS", name)
                    .consume(message -> {
                        message.ack();
                        if (got.incrementAndGet() == CONSUMED) {
                            all.complete(null);
                        }
                    });
            all.get(60, TimeUnit.SECONDS);
            double result = perSecond(CONSUMED, began.get());
            consumer.close();
            await(new Jnats(bed.vertx).streams(streams).deleteConsumer("EVENTS", name));
            return result;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private double busConsume() {
        String name = freshConsumer();
        Promise<Void> all = Promise.promise();
        int[] got = new int[1];
        long began = System.nanoTime();
        Consumption consumption = bed.on(
                bed.context(),
                () -> streams.consume(
                        "EVENTS",
                        name,
                        ConsumeOptions.DEFAULT,
                        delivery -> {
                            if (++got[0] == CONSUMED) {
                                all.complete();
                            }
                            return Future.succeededFuture();
                        },
                        (delivery, reason) -> Future.succeededFuture()));
        await(all.future());
        double result = perSecond(CONSUMED, began);
        await(consumption.stop(Duration.ofSeconds(5)));
        await(new Jnats(bed.vertx).streams(streams).deleteConsumer("EVENTS", name));
        return result;
    }
}
