package io.meshbus.control.store;

import io.meshbus.control.ControlAddress;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import java.time.Duration;
import java.util.function.Supplier;

/** Waits until a condition in the store holds: looks at once, at each nudge, and at an interval. */
public final class ReachedWait {
    /** Milliseconds between looks when nobody nudges. */
    private static final long LOOK_MILLIS = 250;

    private final Vertx vertx;
    private final Store store;

    public ReachedWait(Vertx vertx, Store store) {
        this.vertx = vertx;
        this.store = store;
    }

    /** True once the accounts of a revision are verified live, false when that took longer than {@code timeout}. */
    public Future<Boolean> accounts(long revision, Duration timeout) {
        return until(() -> store.reached("accounts").map(reached -> reached >= revision), timeout);
    }

    /** True once {@code condition} holds. A failing condition fails the wait. */
    public Future<Boolean> until(Supplier<Future<Boolean>> condition, Duration timeout) {
        Look look = new Look(condition);
        MessageConsumer<Object> nudges = vertx.eventBus().consumer(ControlAddress.ACCOUNTS_LIVE, nudge -> look.again());
        long interval = vertx.setPeriodic(LOOK_MILLIS, tick -> look.again());
        long limit = vertx.setTimer(timeout.toMillis(), late -> look.promise.tryComplete(false));
        look.again();
        return look.promise.future().eventually(() -> {
            vertx.cancelTimer(interval);
            vertx.cancelTimer(limit);
            return nudges.unregister();
        });
    }

    /** One look at a time; a nudge during one asks for another. */
    private static final class Look {
        private final Supplier<Future<Boolean>> condition;
        private final Promise<Boolean> promise = Promise.promise();
        private boolean looking;
        private boolean asked;

        private Look(Supplier<Future<Boolean>> condition) {
            this.condition = condition;
        }

        private void again() {
            if (promise.future().isComplete()) {
                return;
            }
            if (looking) {
                asked = true;
                return;
            }
            looking = true;
            condition.get().onFailure(promise::tryFail).onSuccess(holds -> {
                looking = false;
                if (holds) {
                    promise.tryComplete(true);
                } else if (asked) {
                    asked = false;
                    again();
                }
            });
        }
    }
}
