package io.meshbus.launcher.bench;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.Arrays;

/** How late a timer of one millisecond runs on an event loop: what anything else on that loop would have waited. */
final class LoopDelay {
    private static final long PERIOD_NANOS = 1_000_000;
    /** Ten minutes of them; what comes after is not kept. */
    private static final int SAMPLES_MAX = 600_000;

    private final Vertx vertx;
    private final long[] late = new long[SAMPLES_MAX];
    private volatile int samples;
    private volatile boolean ended;

    private LoopDelay(Vertx vertx) {
        this.vertx = vertx;
    }

    static LoopDelay on(Vertx vertx, Context context) {
        LoopDelay delay = new LoopDelay(vertx);
        context.runOnContext(go -> delay.next());
        return delay;
    }

    private void next() {
        long due = System.nanoTime() + PERIOD_NANOS;
        vertx.setTimer(1, id -> {
            int at = samples;
            if (ended || at == SAMPLES_MAX) {
                return;
            }
            late[at] = Math.max(0, System.nanoTime() - due);
            samples = at + 1;
            next();
        });
    }

    /** Ends it and gives the 99.9th percentile in milliseconds. */
    double endAtP999() {
        ended = true;
        return Figures.quantile(Arrays.copyOf(late, samples), 0.999) / 1e6;
    }
}
