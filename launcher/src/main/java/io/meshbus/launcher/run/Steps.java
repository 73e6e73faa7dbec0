package io.meshbus.launcher.run;

import io.meshbus.launcher.terminal.CliOutput;
import io.meshbus.launcher.terminal.Style;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;

/** The steps of raising a mesh: each begins when the one before is done, and is told with its time when it is. */
public final class Steps {
    private static final double NANOS = 1e9;

    private final CliOutput output;
    private final JsonArray told = new JsonArray();
    private final long began = System.nanoTime();

    public Steps(CliOutput output) {
        this.output = output;
    }

    /** @param what the line's words from the step's result */
    public <T> Future<T> step(String name, Supplier<Future<T>> work, Function<T, String> what) {
        long start = System.nanoTime();
        return work.get().onSuccess(result -> tell(name, start, what.apply(result)));
    }

    private void tell(String name, long start, String what) {
        double seconds = (System.nanoTime() - start) / NANOS;
        told.add(new JsonObject()
                .put("name", name)
                .put("seconds", rounded(seconds))
                .put("what", what));
        output.note(String.format(Locale.ROOT, "  %-11s %6.2f s  %s", name, seconds, Style.quiet(output.ansi(), what)));
    }

    /** For {@code -o json}. */
    public JsonArray told() {
        return told;
    }

    /** Since the first step. */
    public double seconds() {
        return rounded((System.nanoTime() - began) / NANOS);
    }

    private static double rounded(double seconds) {
        return Math.round(seconds * 1000) / 1000.0;
    }
}
