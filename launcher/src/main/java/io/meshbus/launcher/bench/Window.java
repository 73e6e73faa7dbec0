package io.meshbus.launcher.bench;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Supplier;

/** Keeps a number of things going on one event loop until enough are done. Confined to its context. */
final class Window {
    private final int count;
    private final Supplier<? extends Future<?>> work;
    private final Promise<Void> done = Promise.promise();
    private int begun;
    private int ended;

    private Window(int count, Supplier<? extends Future<?>> work) {
        this.count = count;
        this.work = work;
    }

    /** Blocks until {@code count} are done, {@code width} at once; how many a second. */
    static double perSecond(Context context, int count, int width, Supplier<? extends Future<?>> work) {
        Window window = new Window(count, work);
        long began = System.nanoTime();
        context.runOnContext(go -> {
            for (int i = 0; i < width; i++) {
                window.next();
            }
        });
        Yard.await(window.done.future());
        return count / ((System.nanoTime() - began) / 1e9);
    }

    /** Blocks until {@code count} are done, one after the other; the nanoseconds of each. */
    static long[] oneByOne(Context context, int count, Supplier<? extends Future<?>> work) {
        long[] nanos = new long[count];
        int[] at = new int[1];
        perSecond(context, count, 1, () -> {
            long began = System.nanoTime();
            return work.get().onComplete(ended -> nanos[at[0]++] = System.nanoTime() - began);
        });
        return nanos;
    }

    private void next() {
        if (begun == count) {
            return;
        }
        begun++;
        work.get().onComplete(result -> {
            if (result.failed()) {
                done.tryFail(result.cause());
                begun = count;
            } else if (++ended == count) {
                done.tryComplete();
            } else {
                next();
            }
        });
    }
}
