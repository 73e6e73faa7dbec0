package io.meshbus.sdk.impl;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends a connection in order: pulls stop, handlers finish or their deliveries go back, acks are flushed, jnats closes. */
final class Closing {
    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);
    /** Share of the deadline that handlers get; the rest is for flushing and closing. */
    private static final double HANDLERS_SHARE = 0.8;

    /** What jnats gets to end its threads before they are left to end by themselves: a frozen server blocks a write. */
    static final Duration CLOSE_GRACE = Duration.ofSeconds(2);

    private final Plumbing plumbing;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final Promise<Void> closed = Promise.promise();

    Closing(Plumbing plumbing) {
        this.plumbing = plumbing;
    }

    boolean begun() {
        return begun.get();
    }

    /** The first call's deadline counts. */
    Future<Void> close(Duration deadline, Home home) {
        if (begun.compareAndSet(false, true)) {
            Future<Void> orderly =
                    within(plumbing.subscriptions().endAll(), share(deadline)).otherwiseEmpty();
            Future<Void> stopped = plumbing.consumptions().stopAll(share(deadline));
            Future<Void> all = Future.join(orderly, stopped).<Void>mapEmpty().eventually(this::flush);
            within(all, deadline)
                    .recover(late -> {
                        LOG.warn(
                                "bus-close-late principal={}",
                                plumbing.options().principal());
                        return Future.succeededFuture();
                    })
                    .eventually(() -> within(closeWire(), CLOSE_GRACE).otherwiseEmpty())
                    .onComplete(done -> closed.complete());
        }
        return home.tell(closed.future());
    }

    private static Duration share(Duration deadline) {
        return Duration.ofNanos((long) (deadline.toNanos() * HANDLERS_SHARE));
    }

    private Future<Void> flush() {
        return plumbing.wire().state() == io.meshbus.sdk.bus.BusState.CONNECTED
                ? plumbing.flusher().flush(plumbing.own())
                : Future.succeededFuture();
    }

    private Future<Void> within(Future<Void> work, Duration deadline) {
        Promise<Void> first = plumbing.own().promise();
        work.onComplete(done -> first.tryComplete());
        plumbing.own().after(deadline.toNanos(), () -> first.tryFail("deadline"));
        return first.future();
    }

    private Future<Void> closeWire() {
        plumbing.mux().close(plumbing.wire().closed());
        plumbing.wire().seal();
        return plumbing.own()
                .<@Nullable Void>offLoop(() -> {
                    plumbing.wire().close();
                    return null;
                })
                .mapEmpty();
    }
}
