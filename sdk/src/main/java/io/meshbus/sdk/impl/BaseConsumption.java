package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What both ways of consuming share: the engine, the waiting deliveries, the watchdog, the orderly end. */
abstract class BaseConsumption implements Consumption, PullEngine.Sink {
    private final Plumbing plumbing;
    private final Home home;
    private final ConsumeOptions options;
    private final AckKeeper keeper;
    private final KeyLanes waiting = new KeyLanes();
    private final Promise<Void> stopped;

    private @Nullable PullEngine engine;
    private Home.@Nullable Ticker ticker;
    private @Nullable Handler<Throwable> exceptionHandler;
    private @Nullable Handler<Void> endHandler;
    private boolean stopping;
    private boolean drained;
    private boolean settled;

    BaseConsumption(Plumbing plumbing, Home home, ConsumeOptions options) {
        this.plumbing = plumbing;
        this.home = home;
        this.options = options;
        this.keeper = new AckKeeper(plumbing.wire(), options);
        this.stopped = home.promise();
    }

    /** Once, on the context. */
    void start(PullEngine made) {
        engine = made;
        if (!stopping) {
            ticker = plumbing.own().every(AckKeeper.sweepMillis(options), () -> home.land(this::sweep));
            made.start();
        }
    }

    Home home() {
        return home;
    }

    ConsumeOptions options() {
        return options;
    }

    AckKeeper keeper() {
        return keeper;
    }

    KeyLanes waiting() {
        return waiting;
    }

    boolean stopping() {
        return stopping;
    }

    PullEngine engine() {
        return Objects.requireNonNull(engine, "not started");
    }

    boolean isStarted() {
        return engine != null;
    }

    String name() {
        return engine().name();
    }

    /** More deliveries may begin, {@code amount} of them, or none from now on. */
    abstract void demand(boolean more, long amount);

    /** Whether nothing is at work. */
    abstract boolean isIdle();

    /** The deadline of the end has come: what is at work goes back. */
    abstract void giveUpRunning();

    abstract void sweepRunning(long now);

    private void sweep() {
        if (settled) {
            return;
        }
        long now = System.nanoTime();
        keeper.keepWaiting(waiting, delivery -> delivery.nak(Duration.ZERO), now);
        sweepRunning(now);
        batchDone();
        engine().sweep(now);
    }

    void busState(boolean connected) {
        home.land(() -> {
            if (engine != null) {
                engine.connected(connected);
            }
        });
    }

    @Override
    public void trouble(ProblemException problem) {
        Handler<Throwable> handler = exceptionHandler;
        if (handler == null) {
            plumbing.fault(problem.problem());
        } else {
            handler.handle(problem);
        }
    }

    @Override
    public Future<Void> stop(Duration deadline) {
        home.run(() -> {
            if (!stopping) {
                stopping = true;
                plumbing.own().after(deadline.toNanos(), () -> home.run(this::deadline));
                Future<Void> ended = engine == null ? home.succeeded() : engine.stop();
                ended.onComplete(done -> home.run(this::drained));
            }
        });
        return stopped.future();
    }

    private void drained() {
        drained = true;
        giveBackWaiting();
        settleIfIdle();
    }

    private void giveBackWaiting() {
        waiting.forEach(delivery -> delivery.nak(Duration.ZERO));
        waiting.clear();
    }

    private void deadline() {
        giveBackWaiting();
        giveUpRunning();
        drained = true;
        settleIfIdle();
    }

    void settleIfIdle() {
        if (!stopping || !drained || settled || !isIdle()) {
            return;
        }
        settled = true;
        Home.Ticker running = ticker;
        if (running != null) {
            running.cancel();
        }
        plumbing.consumptions().ended(this);
        Handler<Void> handler = endHandler;
        if (handler != null) {
            handler.handle(null);
        }
        stopped.tryComplete();
    }

    @Override
    public Consumption exceptionHandler(@Nullable Handler<Throwable> handler) {
        home.run(() -> exceptionHandler = handler);
        return this;
    }

    @Override
    public Consumption handler(@Nullable Handler<Delivery> handler) {
        throw new IllegalStateException("this consumption has its handler already");
    }

    @Override
    public Consumption endHandler(@Nullable Handler<Void> handler) {
        home.run(() -> endHandler = handler);
        return this;
    }

    @Override
    public Consumption pause() {
        home.run(() -> demand(false, 0));
        return this;
    }

    @Override
    public Consumption resume() {
        return fetch(Long.MAX_VALUE);
    }

    @Override
    public Consumption fetch(long amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("amount " + amount + " is negative");
        }
        home.run(() -> {
            demand(true, amount);
            if (engine != null) {
                engine.refill();
            }
        });
        return this;
    }
}
