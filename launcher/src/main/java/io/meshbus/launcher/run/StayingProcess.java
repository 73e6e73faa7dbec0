package io.meshbus.launcher.run;

import io.meshbus.launcher.ShutdownStack;
import io.meshbus.launcher.client.Awaiting;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * A Vert.x that stays until it is told to stop, and then drains. Owned by the command's thread, which waits; a stop may
 * come from any thread, also while it is still starting.
 */
public final class StayingProcess {
    /** Beyond the drain's own deadline, for the event loops themselves. */
    private static final Duration VERTX_CLOSE_LIMIT = Duration.ofSeconds(3);

    /** Nobody waits longer for Ctrl-C. */
    private static final Duration FOREVER = Duration.ofDays(36_500);

    private final Vertx vertx;
    private final Context context;
    private final ShutdownStack stack;
    private final Duration deadline;
    private final Promise<Boolean> stop = Promise.promise();

    /** @param deadline of the whole drain */
    public StayingProcess(Vertx vertx, Duration deadline) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
        this.stack = new ShutdownStack(vertx);
        this.deadline = deadline;
    }

    public Vertx vertx() {
        return vertx;
    }

    public ShutdownStack stack() {
        return stack;
    }

    /** Asks it to end. */
    public void stop() {
        stop.tryComplete(true);
    }

    /** Starts something and waits for it; a stop meanwhile fails it with {@code CLOSED}. */
    public <T> T start(Supplier<Future<T>> work, Duration limit) {
        Promise<T> first = Promise.promise();
        Awaiting.on(context, work).onComplete(done -> {
            if (done.succeeded()) {
                first.tryComplete(done.result());
            } else {
                first.tryFail(done.cause());
            }
        });
        stop.future().onSuccess(asked -> first.tryFail(interrupted()));
        return Awaiting.result(first.future(), limit, "the start");
    }

    private static RuntimeException interrupted() {
        return Problem.of(ProblemCode.CLOSED, "stopped while starting", "", "").asException();
    }

    /** Returns when somebody has asked for the end. */
    public void awaitStop() {
        Awaiting.result(stop.future(), FOREVER, "the end");
    }

    /** Drains and ends the event loops; true when everything ended well and in time. */
    public boolean drain() {
        boolean well = Awaiting.result(
                stack.close(deadline), deadline.plus(VERTX_CLOSE_LIMIT).multipliedBy(2), "the drain");
        Awaiting.result(vertx.close(), VERTX_CLOSE_LIMIT, "closing");
        return well;
    }
}
