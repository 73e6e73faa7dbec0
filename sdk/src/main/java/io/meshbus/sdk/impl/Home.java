package io.meshbus.sdk.impl;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The Vert.x context a call came from, and the way back to it from a foreign thread. Everything landed on one underlying
 * context shares one queue and is run by one drain task at a time: one hop per batch, not per message (spec 4.2).
 *
 * <p>The only class that knows Vert.x's internal context type: public API has no context-bound promise.
 */
final class Home {
    private final ContextInternal context;
    private final Landing landing;

    private Home(ContextInternal context) {
        this.context = context;
        this.landing = Landing.of(context.unwrap());
    }

    /** The caller's context; made for it if the caller is on a thread of its own. */
    static Home here(Vertx vertx) {
        return new Home(((VertxInternal) vertx).getOrCreateContext());
    }

    /** An event loop that belongs to nobody's deployment, so that its timers outlive every verticle. */
    static Home own(Vertx vertx) {
        return new Home(((VertxInternal) vertx).createEventLoopContext());
    }

    /** The context below, when a call came on a duplicate made for one request: where handlers run that outlive it. */
    Home lasting() {
        return context.isDuplicate() ? new Home(context.unwrap()) : this;
    }

    <T> Promise<T> promise() {
        return context.promise();
    }

    <T> Future<T> succeeded(T value) {
        return context.succeededFuture(value);
    }

    Future<Void> succeeded() {
        return context.succeededFuture();
    }

    <T> Future<T> failed(Throwable cause) {
        return context.failedFuture(cause);
    }

    /** The same outcome, told on this context. */
    <T> Future<T> tell(Future<T> future) {
        Promise<T> promise = promise();
        future.onComplete(promise);
        return promise.future();
    }

    /** Runs {@code task} on the context, after what has landed before. Any thread; the order of one thread is kept. */
    void land(Runnable task) {
        landing.add(task);
    }

    /** Runs {@code task} now if this is the context, else lands it. */
    void run(Runnable task) {
        if (isHere()) {
            task.run();
        } else {
            land(task);
        }
    }

    /** Whether the calling code runs on this very context now, so that state confined to it may be touched. */
    boolean isHere() {
        return context.isRunningOnContext();
    }

    /** What a handler threw belongs to the context's exception handler, never to our threads. */
    void report(Throwable thrown) {
        context.reportException(thrown);
    }

    /**
     * Does what blocks on a worker and tells its outcome on this context. It may last beyond its Vert.x: an outcome that
     * nobody can hear any more is dropped, where Vert.x' own future would throw it at the worker.
     */
    <T extends @Nullable Object> Future<T> offLoop(Callable<T> work) {
        Promise<T> promise = promise();
        try {
            context.owner().<Void>executeBlocking(() -> outcome(work, promise), false);
        } catch (RejectedExecutionException ended) {
            return failed(ended);
        }
        return promise.future();
    }

    private <T extends @Nullable Object> @Nullable Void outcome(Callable<T> work, Promise<T> promise) {
        try {
            T value = work.call();
            land(() -> promise.complete(value));
        } catch (Throwable failure) {
            land(() -> promise.fail(failure));
        }
        return null;
    }

    /** Runs {@code task} on the context every {@code millis}; ends with the deployment of the context, if it has one. */
    Ticker every(long millis, Runnable task) {
        return new Ticker(context.owner(), context.setPeriodic(millis, id -> task.run()));
    }

    /** Runs {@code task} on the context once, {@code nanos} from now, rounded up to a millisecond. */
    void after(long nanos, Runnable task) {
        context.setTimer(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos + 999_999)), id -> task.run());
    }

    /** A periodic task that can be ended from any thread. */
    record Ticker(Vertx vertx, long id) {
        void cancel() {
            vertx.cancelTimer(id);
        }
    }
}
