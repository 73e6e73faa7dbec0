package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.Delivery;
import io.vertx.core.Handler;
import org.jspecify.annotations.Nullable;

/** Deliveries as a ReadStream in demand mode: what was not asked for is not pulled. Confined to its context. */
final class StreamConsumption extends BaseConsumption {
    private @Nullable Handler<Delivery> handler;
    private long demand;
    private boolean emitting;

    StreamConsumption(Plumbing plumbing, Home home, ConsumeOptions options) {
        super(plumbing, home, options);
    }

    @Override
    public Consumption handler(@Nullable Handler<Delivery> newHandler) {
        home().run(() -> {
            handler = newHandler;
            demand(true, 0);
            refillIfStarted();
        });
        return this;
    }

    private void refillIfStarted() {
        if (isStarted()) {
            engine().refill();
        }
    }

    @Override
    public int room() {
        boolean open = handler != null && !stopping();
        return open ? (int) Math.min(options().prefetch(), demand) - waiting().size() : 0;
    }

    @Override
    public void accept(JnatsDelivery delivery) {
        waiting().add(new KeyLanes.Keyed(delivery, null));
    }

    @Override
    public void batchDone() {
        if (emitting) {
            return;
        }
        emitting = true;
        try {
            Handler<Delivery> current;
            KeyLanes.Keyed next;
            while ((current = handler) != null
                    && demand > 0
                    && !stopping()
                    && (next = waiting().poll()) != null) {
                emit(current, next.delivery());
            }
        } finally {
            emitting = false;
        }
    }

    private void emit(Handler<Delivery> current, JnatsDelivery delivery) {
        if (keeper().isLost(delivery, System.nanoTime())) {
            return;
        }
        if (demand != Long.MAX_VALUE) {
            demand--;
        }
        try {
            current.handle(delivery);
        } catch (Throwable thrown) {
            home().report(thrown);
        }
    }

    @Override
    void demand(boolean more, long amount) {
        if (!more) {
            demand = 0;
        } else {
            demand = demand + amount < 0 ? Long.MAX_VALUE : demand + amount;
        }
        batchDone();
    }

    @Override
    boolean isIdle() {
        return true;
    }

    @Override
    void giveUpRunning() {
        // What was emitted is the reader's, who ends each delivery.
    }

    @Override
    void sweepRunning(long now) {
        // Likewise: the reader signals progress.
    }
}
