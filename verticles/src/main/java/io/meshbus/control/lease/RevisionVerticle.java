package io.meshbus.control.lease;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.store.Store;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;

/**
 * Nudges the leader's reconcilers when desired state has risen in another process: a nudge reaches its own process only, and
 * a push or an enrolment may be taken by any (spec 3.11). A store that is away is looked at again.
 */
public final class RevisionVerticle extends VerticleBase {
    private final Store store;
    private final Duration look;
    private long seen = -1;
    private boolean looking;

    /** @param look how often */
    public RevisionVerticle(Store store, Duration look) {
        this.store = store;
        this.look = look;
    }

    @Override
    public Future<?> start() {
        vertx.setPeriodic(look.toMillis(), tick -> look());
        return Future.succeededFuture();
    }

    private void look() {
        if (looking) {
            return;
        }
        looking = true;
        store.revision().onComplete(revision -> looking = false).onSuccess(revision -> {
            if (revision > seen) {
                seen = revision;
                vertx.eventBus().publish(ControlAddress.DESIRED_CHANGED, null);
            }
        });
    }
}
