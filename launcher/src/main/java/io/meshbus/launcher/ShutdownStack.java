package io.meshbus.launcher;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has been started and how each of it stops: in reverse order, each step within its own bound, all of them within one
 * deadline. A step that fails or takes too long is logged and left behind; the next one follows. Safe from any thread.
 */
public final class ShutdownStack {
    private static final Logger LOG = LoggerFactory.getLogger(ShutdownStack.class);

    /** What a step gets at least when those before it have used the deadline up. */
    static final Duration STEP_MIN = Duration.ofMillis(200);

    private final Vertx vertx;
    private final Deque<Step> steps = new ArrayDeque<>();
    private @Nullable Future<Boolean> closing;

    private record Step(String name, Duration bound, Supplier<Future<?>> stop) {}

    public ShutdownStack(Vertx vertx) {
        this.vertx = vertx;
    }

    /**
     * Remembers how to stop what has just been started. When the stack is already closing it is stopped at once.
     *
     * @param bound how long this step may take
     */
    public void push(String name, Duration bound, Supplier<Future<?>> stop) {
        Step step = new Step(name, bound, stop);
        synchronized (this) {
            if (closing == null) {
                steps.push(step);
                return;
            }
        }
        run(step, bound).onComplete(done -> LOG.info("shutdown.late step={}", name));
    }

    /**
     * Stops everything once; a second call gets the first one's future.
     *
     * @return true when every step ended well and in time
     */
    public synchronized Future<Boolean> close(Duration deadline) {
        if (closing == null) {
            closing = next(System.nanoTime() + deadline.toNanos(), true);
        }
        return closing;
    }

    private Future<Boolean> next(long end, boolean well) {
        Step step;
        synchronized (this) {
            step = steps.poll();
        }
        if (step == null) {
            return Future.succeededFuture(well);
        }
        Duration left = Duration.ofNanos(Math.max(STEP_MIN.toNanos(), end - System.nanoTime()));
        Duration bound = left.compareTo(step.bound()) < 0 ? left : step.bound();
        return run(step, bound).compose(ended -> next(end, well && ended));
    }

    private Future<Boolean> run(Step step, Duration bound) {
        long began = System.nanoTime();
        return begin(step)
                .timeout(bound.toMillis(), TimeUnit.MILLISECONDS)
                .map(ended -> {
                    LOG.info("shutdown.step name={} millis={}", step.name(), (System.nanoTime() - began) / 1_000_000);
                    return true;
                })
                .otherwise(failure -> {
                    LOG.warn("shutdown.step-failed name={} reason={}", step.name(), failure.toString());
                    return false;
                });
    }

    /** On a context of its own: a step may be begun from a thread that Vert.x does not know. */
    private Future<Object> begin(Step step) {
        return Future.future(promise -> vertx.getOrCreateContext().runOnContext(on -> {
            try {
                step.stop().get().<Object>map(ended -> step).onComplete(promise);
            } catch (RuntimeException e) {
                promise.fail(e);
            }
        }));
    }
}
