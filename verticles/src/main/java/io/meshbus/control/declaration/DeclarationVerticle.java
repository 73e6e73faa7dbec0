package io.meshbus.control.declaration;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.ControllerConfig;
import io.meshbus.control.store.Store;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.secret.SigningKey;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.json.JsonArray;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Desired state in, declarations out (spec 3.7). One pass at a time; a nudge during one asks for another. */
public final class DeclarationVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(DeclarationVerticle.class);

    private final ControllerConfig config;
    private final Reconciler reconciler;
    private final Sweep sweep;
    private boolean running;
    private boolean asked;
    private boolean sweepAsked;

    public DeclarationVerticle(
            ControllerConfig config,
            Bus mesh,
            Bus streams,
            StreamAdmin admin,
            Store store,
            Supplier<MeshIdentity> identity,
            SigningKey meshKey,
            Clock clock) {
        this.config = config;
        this.reconciler =
                new Reconciler(config, store, identity, new Published(mesh, streams, meshKey, store::confirm), clock);
        this.sweep = new Sweep(admin, store, reconciler);
    }

    @Override
    public Future<?> start() {
        vertx.eventBus()
                .consumer(ControlAddress.PINS_DECLARED, asked -> asked.reply(new JsonArray(reconciler.declaredPins())));
        for (String nudge :
                List.of(ControlAddress.DESIRED_CHANGED, ControlAddress.ACCOUNTS_LIVE, ControlAddress.STREAMS_READY)) {
            vertx.eventBus().consumer(nudge, told -> run());
        }
        vertx.setPeriodic(config.sweep().toMillis(), tick -> {
            sweepAsked = true;
            run();
        });
        run();
        return Future.succeededFuture();
    }

    private void run() {
        if (running) {
            asked = true;
            return;
        }
        running = true;
        asked = false;
        boolean look = sweepAsked;
        sweepAsked = false;
        Future<Void> looked = look ? sweep.look() : Future.succeededFuture();
        looked.compose(done -> reconciler.pass())
                .onFailure(fault -> LOG.warn("declaration-pass-failed why={}", String.valueOf(fault.getMessage())))
                .onComplete(done -> {
                    running = false;
                    if (asked) {
                        run();
                    }
                });
    }
}
