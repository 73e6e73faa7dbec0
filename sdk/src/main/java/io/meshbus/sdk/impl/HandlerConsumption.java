package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.Bus.FinalFailure;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.ConsumeOptions.Lane;
import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PoisonException;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a handler for each delivery: success acks, failure naks with the delay of its attempt, poison and the last
 * attempt go to {@code onFinal} and are terminated (spec 4.2). Confined to its context; whatever a handler does with
 * threads, throws or futures ends exactly once here.
 */
final class HandlerConsumption extends BaseConsumption {
    private static final Logger LOG = LoggerFactory.getLogger(HandlerConsumption.class);

    private final Function<Delivery, Future<?>> handler;
    private final FinalFailure onFinal;
    private final Set<HandlerRun> running = new HashSet<>();
    private boolean pumping;
    private boolean paused;

    HandlerConsumption(
            Plumbing plumbing,
            Home home,
            ConsumeOptions options,
            Function<Delivery, Future<?>> handler,
            FinalFailure onFinal) {
        super(plumbing, home, options);
        this.handler = handler;
        this.onFinal = onFinal;
    }

    @Override
    public int room() {
        if (paused || stopping()) {
            return 0;
        }
        int free = options().concurrency() - running.size();
        return Math.min(Math.max(options().prefetch(), free), free + options().prefetch() - 1)
                - waiting().size();
    }

    @Override
    public void accept(JnatsDelivery delivery) {
        waiting().add(new KeyLanes.Keyed(delivery, lane(delivery)));
    }

    private @Nullable Lane lane(JnatsDelivery delivery) {
        Function<Message, @Nullable Lane> lanes = options().lanes();
        if (lanes == null) {
            return null;
        }
        try {
            return lanes.apply(delivery.message());
        } catch (Throwable thrown) {
            LOG.warn("lane-failed consumer={} sequence={}", name(), delivery.streamSequence(), thrown);
            return null;
        }
    }

    @Override
    public void batchDone() {
        if (pumping) {
            return;
        }
        pumping = true;
        try {
            KeyLanes.Keyed next;
            while (!paused
                    && !stopping()
                    && running.size() < options().concurrency()
                    && (next = waiting().poll()) != null) {
                begin(next);
            }
        } finally {
            pumping = false;
        }
    }

    private void begin(KeyLanes.Keyed next) {
        long now = System.nanoTime();
        if (keeper().isLost(next.delivery(), now)) {
            waiting().release(next.lane());
            return;
        }
        HandlerRun run = new HandlerRun(next.delivery(), next.lane(), now);
        running.add(run);
        Future<?> future = call(() -> handler.apply(run.delivery));
        if (future.succeeded() && home().isHere()) {
            handled(run, null);
        } else {
            await(run, future, this::handled);
        }
    }

    /** A handler's future, whatever the handler does. */
    private static Future<?> call(java.util.function.Supplier<Future<?>> work) {
        try {
            Future<?> future = work.get();
            return future != null
                    ? future
                    : Future.failedFuture(new IllegalStateException("the handler gave no future"));
        } catch (Throwable thrown) {
            return Future.failedFuture(thrown);
        }
    }

    private void await(HandlerRun run, Future<?> future, BiConsumer<HandlerRun, @Nullable Throwable> next) {
        if (future.isComplete() && home().isHere()) {
            next.accept(run, future.cause());
            return;
        }
        boolean[] once = new boolean[1];
        future.onComplete(done -> home().run(() -> {
            if (!once[0]) {
                once[0] = true;
                next.accept(run, done.cause());
            }
        }));
    }

    private void handled(HandlerRun run, @Nullable Throwable cause) {
        if (run.done || run.finalReason != null) {
            return;
        }
        if (cause == null) {
            run.delivery
                    .ack()
                    .onFailure(unheard -> LOG.warn(
                            "ack-failed consumer={} sequence={} problem=\"{}\"",
                            name(),
                            run.delivery.streamSequence(),
                            unheard.getMessage()));
            end(run);
        } else {
            failed(run, cause instanceof CompletionException && cause.getCause() != null ? cause.getCause() : cause);
        }
    }

    private void failed(HandlerRun run, Throwable cause) {
        boolean last = options().maxDeliver() > 0
                && run.delivery.attempt() >= options().maxDeliver();
        LOG.debug(
                "handler-failed consumer={} sequence={} attempt={}",
                name(),
                run.delivery.streamSequence(),
                run.delivery.attempt(),
                cause);
        if (!last && !(cause instanceof PoisonException)) {
            run.delivery.nak(delay(run.delivery.attempt()));
            end(run);
            return;
        }
        run.finalReason = cause;
        run.startedNanos = System.nanoTime();
        await(run, call(() -> onFinal.hand(run.delivery, cause)), this::handedOver);
    }

    private void handedOver(HandlerRun run, @Nullable Throwable cause) {
        Throwable reason = run.finalReason;
        if (run.done || reason == null) {
            return;
        }
        if (cause == null) {
            run.delivery.term(reason.getMessage() == null ? reason.getClass().getSimpleName() : reason.getMessage());
        } else {
            LOG.warn(
                    "final-failure-not-handed-over consumer={} sequence={}",
                    name(),
                    run.delivery.streamSequence(),
                    cause);
            run.delivery.nak(delay(run.delivery.attempt()));
        }
        end(run);
    }

    private Duration delay(long attempt) {
        List<Duration> delays = options().delays();
        return delays.get((int) Math.min(attempt, delays.size()) - 1);
    }

    private void end(HandlerRun run) {
        run.done = true;
        running.remove(run);
        waiting().release(run.lane);
        if (!pumping) {
            batchDone();
            engine().refill();
        }
        settleIfIdle();
    }

    @Override
    boolean isIdle() {
        return running.isEmpty();
    }

    @Override
    void giveUpRunning() {
        for (HandlerRun run : new ArrayList<>(running)) {
            run.done = true;
            run.delivery.nak(Duration.ZERO);
        }
        running.clear();
    }

    @Override
    void sweepRunning(long now) {
        for (HandlerRun run : new ArrayList<>(running)) {
            if (now - run.startedNanos >= options().handlerTimeout().toNanos()) {
                timedOut(run);
            } else {
                keeper().keep(run.delivery, now);
            }
        }
    }

    private void timedOut(HandlerRun run) {
        Throwable late = Problem.of(
                        ProblemCode.TIMED_OUT,
                        "the handler of " + name() + " is not done",
                        "it had " + options().handlerTimeout().toMillis() + " ms",
                        "make it faster or raise handlerTimeout")
                .asException();
        if (run.finalReason == null) {
            failed(run, late);
        } else {
            handedOver(run, late);
        }
    }

    @Override
    void demand(boolean more, long amount) {
        paused = !more;
        batchDone();
    }
}
