package io.meshbus.launcher.bench;

import java.util.Arrays;

/** Medians and quantiles of a few figures. Pure. */
public record Figures(double low, double median, double high) {
    /** Median, smallest and largest of what the rounds gave. */
    static Figures of(double... rounds) {
        return new Figures(quantile(rounds, 0), quantile(rounds, 0.5), quantile(rounds, 1));
    }

    /** @param at 0 the smallest, 0.5 the median, 1 the largest; the nearest rank */
    static double quantile(double[] values, double at) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(at * sorted.length))];
    }

    static double quantile(long[] values, double at) {
        return quantile(Arrays.stream(values).asDoubleStream().toArray(), at);
    }
}
