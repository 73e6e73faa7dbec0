package io.meshbus.sdk.impl;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects anew when jnats has closed by itself, which it does after two refusals of one user: a user that is taken away
 * and given back must find its way without anybody's help. Unlimited, with the same jittered waits.
 */
final class Revival implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Revival.class);

    private final Home own;
    private final Wire wire;
    private final Consumer<Problem> fault;
    private final AtomicBoolean underWay = new AtomicBoolean();
    /** Confined to its own loop. */
    private boolean told;

    /** @param fault told once for each time that the user was taken away */
    Revival(Home own, Wire wire, Consumer<Problem> fault) {
        this.own = own;
        this.wire = wire;
        this.fault = fault;
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
        own.<@Nullable Void>offLoop(() -> {
                    wire.revive();
                    return null;
                })
                .onComplete(done -> {
                    if (done.succeeded() || !wire.isAbandoned()) {
                        told = false;
                        underWay.set(false);
                        return;
                    }
                    tell(done.cause());
                    LOG.warn(
                            "bus-refused url={} problem=\"{}\"",
                            wire.url(),
                            done.cause().getMessage());
                    pause(round + 1);
                });
    }

    private void tell(Throwable cause) {
        if (!told && cause instanceof ProblemException refused && refused.code() == ProblemCode.BUS_AUTH) {
            told = true;
            fault.accept(refused.problem());
        }
    }
}
