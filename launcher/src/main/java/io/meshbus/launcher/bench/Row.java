package io.meshbus.launcher.bench;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What one comparison gave.
 *
 * @param raw what stands beside it, or null where there is nothing to compare with
 * @param ratio median of the rounds' own ratios: what disturbs a round disturbs both of its sides. Or null
 * @param bar what was promised, or null for a figure that is only published
 */
public record Row(
        String name,
        String unit,
        @Nullable Figures raw,
        Figures meshbus,
        @Nullable Figures ratio,
        @Nullable Bar bar) {
    /** What a bar is about. */
    enum Of {
        RATIO,
        FIGURE
    }

    /** @param gates whether missing it ends {@code --gate} with 1; what a clock alone says never does */
    record Bar(Of of, boolean atMost, double limit, boolean gates) {
        static Bar ratioAtMost(double limit) {
            return new Bar(Of.RATIO, true, limit, true);
        }

        static Bar ratioAtLeast(double limit) {
            return new Bar(Of.RATIO, false, limit, true);
        }

        /** Of two sides that do not do the same: published beside its bar, and no gate. */
        static Bar ratioShownAtMost(double limit) {
            return new Bar(Of.RATIO, true, limit, false);
        }

        /** Of a thing that is counted, not timed. */
        static Bar countAtMost(double limit) {
            return new Bar(Of.FIGURE, true, limit, true);
        }

        static Bar timeAtMost(double limit) {
            return new Bar(Of.FIGURE, true, limit, false);
        }

        @Override
        public String toString() {
            return (atMost ? "<= " : ">= ") + (of == Of.RATIO ? ratio(limit) : figure(limit));
        }
    }

    /** Whether it keeps its bar; true without one. */
    boolean ok() {
        Bar promised = bar;
        if (promised == null) {
            return true;
        }
        Figures judged = promised.of == Of.RATIO && ratio != null ? ratio : meshbus;
        return promised.atMost ? judged.median() <= promised.limit : judged.median() >= promised.limit;
    }

    boolean gates() {
        return bar != null && bar.gates;
    }

    String bars() {
        return bar == null ? "" : bar.toString();
    }

    JsonObject json() {
        return new JsonObject()
                .put("name", name)
                .put("unit", unit)
                .put("raw", raw == null ? null : rounded(raw.median()))
                .put("meshbus", rounded(meshbus.median()))
                .put("ratio", ratio == null ? null : rounded(ratio.median()))
                .put("bar", bar == null ? null : bar.toString())
                .put("ok", ok())
                .put("gates", gates())
                .put("rawSpread", spread(raw))
                .put("meshbusSpread", spread(meshbus))
                .put("ratioSpread", spread(ratio));
    }

    private static @Nullable JsonArray spread(@Nullable Figures figures) {
        return figures == null
                ? null
                : new JsonArray().add(rounded(figures.low())).add(rounded(figures.high()));
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }

    static String figure(double value) {
        return String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.1f" : "%,.0f", value);
    }

    static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
