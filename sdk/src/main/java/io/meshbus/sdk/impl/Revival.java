package io.meshbus.sdk.impl;

import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects anew when jnats has closed by itself, which it does after two refusals of one user: a user that is taken away
 * and given back must find its way without anybody's help. Unlimited, with the same jittered waits.
 */
final class Revival implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Revival.class);

    private final Vertx vertx;
    private final Home own;
    private final Wire wire;
    private final AtomicBoolean underWay = new AtomicBoolean();

    Revival(Vertx vertx, Home own, Wire wire) {
        this.vertx = vertx;
        this.own = own;
        this.wire = wire;
    }

    /** jnats has given up. On its thread. */
    @Override
    public void run() {
        if (underWay.compareAndSet(false, true)) {
            own.land(() -> pause(1));
        }
    }

    private void pause(long round) {
        own.after(Reconnects.pause(round).toNanos(), () -> attempt(round));
    }

    private void attempt(long round) {
        if (!wire.isAbandoned()) {
            underWay.set(false);
            return;
        }
        vertx.<Void>executeBlocking(
                        () -> {
                            wire.revive();
                            return null;
                        },
                        false)
                .onComplete(done -> {
                    if (done.succeeded() || !wire.isAbandoned()) {
                        underWay.set(false);
                        return;
                    }
                    LOG.warn(
                            "bus-refused url={} problem=\"{}\"",
                            wire.url(),
                            done.cause().getMessage());
                    pause(round + 1);
                });
    }
}
