package io.meshbus.launcher.bench;

import io.meshbus.launcher.bench.Row.Bar;
import io.meshbus.launcher.bench.raw.RawContender;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The comparisons of spec 7.5 that concern the SDK, one after the other. Blocks its caller for minutes. */
public final class Bench {
    /** What may be asked for alone. */
    public static final List<String> PARTS =
            List.of("call", "tool", "calls", "publish", "consume", "loop", "memory", "crowd", "fabric");

    private static final int CALLS_WINDOW = 64;
    private static final int PUBLISH_WINDOW = 256;
    private static final double CALL_RATIO_MAX = 1.10;
    private static final double MICROS = 1_000;

    /** How much a round is, and how many there are. */
    public record Scale(
            int rounds, int calls, int callsMany, int publishes, int consumes, int waiting, int crowd, int fabricRows) {
        /** Spec 7.5: twenty rounds and more. */
        public static final Scale WHOLE = new Scale(20, 1_500, 20_000, 20_000, 20_000, 1_000_000, 1_000, 4);
        /** Proves that it works, within a minute; its figures say little. */
        public static final Scale SHORT = new Scale(3, 200, 2_000, 2_000, 2_000, 20_000, 100, 1);

        public Scale withRounds(int value) {
            return new Scale(value, calls, callsMany, publishes, consumes, waiting, crowd, fabricRows);
        }
    }

    private final Scale scale;
    private final Set<String> parts;
    private final Consumer<Row> shown;
    private final List<Row> rows = new ArrayList<>();

    /**
     * @param parts some of {@link #PARTS}
     * @param shown told each row as it is ready
     */
    public Bench(Scale scale, Set<String> parts, Consumer<Row> shown) {
        this.scale = scale;
        this.parts = Set.copyOf(parts);
        this.shown = shown;
    }

    /** Starts a server below {@code directory}, which is the caller's, measures, and ends it. */
    public Result run(Path directory) {
        return run(vertx -> Yard.raise(vertx, directory), directory.resolve("fabric"));
    }

    /**
     * Measures on a bus that stands, and leaves nothing there. Without the fabric, which has an account of its own.
     *
     * @throws io.meshbus.sdk.problem.ProblemException what connecting and making a stream may end with
     */
    public Result run(NamedBus bus) {
        return run(vertx -> Yard.on(vertx, bus), null);
    }

    private Result run(Function<Vertx, Yard> raising, @Nullable Path fabric) {
        double load = Machine.load();
        Vertx vertx = Vertx.vertx();
        try (Yard yard = raising.apply(vertx);
                RawContender raw = new RawContender(yard);
                BusContender bus = new BusContender(yard)) {
            bus.publish(Math.max(scale.consumes(), scale.publishes()), PUBLISH_WINDOW);
            calls(yard, raw, bus);
            streams(yard, raw, bus);
            standing(new Standing(yard, bus), bus);
            fabric(yard, fabric);
        } finally {
            Yard.await(vertx.close());
        }
        return new Result(Machine.machine(), Machine.versions(), scale.rounds(), load, Machine.load(), rows);
    }

    private void calls(Yard yard, RawContender raw, BusContender bus) {
        if (parts.contains("call")) {
            latency(
                    "call, one at a time",
                    Bar.ratioAtMost(CALL_RATIO_MAX),
                    () -> raw.callOneByOne(scale.calls()),
                    () -> bus.callOneByOne(scale.calls()));
        }
        if (parts.contains("tool")) {
            try (MeshCalls mesh = new MeshCalls(yard)) {
                latency(
                        "tool call with JSON and schemas",
                        Bar.ratioShownAtMost(CALL_RATIO_MAX),
                        () -> raw.callOneByOne(scale.calls()),
                        () -> mesh.oneByOne(scale.calls()));
            }
        }
        if (parts.contains("calls")) {
            add(Comparison.run(
                    "calls, 64 in flight",
                    "1/s",
                    Bar.ratioAtLeast(0.95),
                    scale.rounds(),
                    () -> raw.callMany(scale.callsMany(), CALLS_WINDOW),
                    () -> bus.callMany(scale.callsMany(), CALLS_WINDOW)));
        }
    }

    /** The median is compared, the slowest hundredth is published. */
    private void latency(String name, Bar bar, Supplier<long[]> raw, Supplier<long[]> meshbus) {
        List<Double> rawSlow = new ArrayList<>();
        List<Double> slow = new ArrayList<>();
        add(Comparison.run(
                name + ", p50",
                "us",
                bar,
                scale.rounds(),
                () -> noting(raw.get(), rawSlow),
                () -> noting(meshbus.get(), slow)));
        add(Comparison.row(name + ", p99", "us", null, counted(rawSlow), counted(slow)));
    }

    private static double noting(long[] nanos, List<Double> slow) {
        slow.add(Figures.quantile(nanos, 0.99) / MICROS);
        return Figures.quantile(nanos, 0.5) / MICROS;
    }

    /** Without the first, which warmed up. */
    private static double[] counted(List<Double> all) {
        return all.stream().skip(1).mapToDouble(Double::doubleValue).toArray();
    }

    private void streams(Yard yard, RawContender raw, BusContender bus) {
        if (parts.contains("publish")) {
            add(Comparison.run(
                    "publish acked, 256 in flight",
                    "1/s",
                    Bar.ratioAtLeast(0.95),
                    scale.rounds(),
                    () -> raw.publish(scale.publishes(), PUBLISH_WINDOW),
                    () -> bus.publish(scale.publishes(), PUBLISH_WINDOW)));
        }
        if (parts.contains("consume")) {
            add(Comparison.run(
                    "consume and ack",
                    "1/s",
                    Bar.ratioAtLeast(0.90),
                    scale.rounds(),
                    () -> consumed(yard, raw),
                    () -> consumed(yard, bus)));
        }
    }

    /** A fresh durable each time, made and deleted outside of what is measured. */
    private double consumed(Yard yard, Contender contender) {
        String durable = yard.durable();
        try {
            return contender.consume(durable, scale.consumes());
        } finally {
            yard.delete(durable);
        }
    }

    private void standing(Standing standing, BusContender bus) {
        if (parts.contains("loop")) {
            add(standing.stall(
                    "loop delay at full load, p99.9, beyond an idle loop", scale.publishes(), PUBLISH_WINDOW));
        }
        if (parts.contains("memory")) {
            bus.publish(scale.waiting(), PUBLISH_WINDOW);
            add(standing.memory("heap with " + scale.waiting() + " waiting, handler of 1 ms"));
        }
        if (parts.contains("crowd")) {
            standing.crowd(scale.crowd()).forEach(this::add);
        }
    }

    private void fabric(Yard yard, @Nullable Path directory) {
        if (directory != null && parts.contains("fabric")) {
            try (FabricBench fabric = new FabricBench(yard, directory, scale.fabricRows())) {
                add(fabric.row(scale.rounds()));
            }
        }
    }

    private void add(Row row) {
        rows.add(row);
        shown.accept(row);
    }
}
