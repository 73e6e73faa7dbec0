package io.meshbus.launcher.bench;

import io.meshbus.launcher.bench.Row.Bar;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Two sides in turn, round by round; who begins alternates. The first round of each warms up and is not counted. */
final class Comparison {
    private Comparison() {}

    static Row run(
            String name, String unit, @Nullable Bar bar, int rounds, Supplier<Double> raw, Supplier<Double> meshbus) {
        double[] raws = new double[rounds];
        double[] ours = new double[rounds];
        for (int round = -1; round < rounds; round++) {
            int at = Math.max(0, round);
            if (round % 2 == 0) {
                raws[at] = raw.get();
                ours[at] = meshbus.get();
            } else {
                ours[at] = meshbus.get();
                raws[at] = raw.get();
            }
        }
        return row(name, unit, bar, raws, ours);
    }

    static Row row(String name, String unit, @Nullable Bar bar, double[] raws, double[] ours) {
        double[] ratios = new double[raws.length];
        for (int round = 0; round < raws.length; round++) {
            ratios[round] = ours[round] / raws[round];
        }
        return new Row(name, unit, Figures.of(raws), Figures.of(ours), Figures.of(ratios), bar);
    }
}
