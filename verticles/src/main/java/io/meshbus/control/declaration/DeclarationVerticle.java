package io.meshbus.control.declaration;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.ControllerConfig;
import io.meshbus.control.store.Store;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.wire.Push;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pushes in, declarations out (spec 3.3, 3.7). One pass at a time; a nudge during one asks for another. */
public final class DeclarationVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(DeclarationVerticle.class);

    private final ControllerConfig config;
    private final Bus mesh;
    private final StreamAdmin admin;
    private final Store store;
    private final Supplier<MeshIdentity> identity;
    private final Function<DefinitionSource, Definition> reader;
    private final Reconciler reconciler;
    private final Sweep sweep;
    private boolean running;
    private boolean asked;
    private boolean sweepAsked;

    /** @param reader reads a pushed source; fails with every fault */
    public DeclarationVerticle(
            ControllerConfig config,
            Bus mesh,
            Bus streams,
            StreamAdmin admin,
            Store store,
            Supplier<MeshIdentity> identity,
            SigningKey meshKey,
            Function<DefinitionSource, Definition> reader,
            Clock clock) {
        this.config = config;
        this.mesh = mesh;
        this.admin = admin;
        this.store = store;
        this.identity = identity;
        this.reader = reader;
        this.reconciler = new Reconciler(config, store, identity, new Published(mesh, streams, meshKey), clock);
        this.sweep = new Sweep(admin, store, reconciler);
    }

    @Override
    public Future<?> start() {
        PushDecision decision = new PushDecision(vertx, config, store, admin, identity, reader);
        PushHandler pushes = new PushHandler(vertx, store, mesh, decision);
        vertx.eventBus()
                .<Buffer>consumer(
                        ControlAddress.PUSH,
                        message -> reply(message, () -> pushes.handle(WireCodec.decode(message.body(), Push.class))));
        vertx.eventBus()
                .<Buffer>consumer(
                        ControlAddress.PREVIEW,
                        message -> reply(
                                message,
                                () -> decision.preview(WireCodec.decode(message.body(), Push.class))
                                        .map(WireCodec::encode)));
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

    private static void reply(Message<Buffer> message, Supplier<Future<?>> work) {
        work.get()
                .onSuccess(message::reply)
                .onFailure(fault -> message.fail(
                        fault instanceof ProblemException p ? p.code().number() : ProblemCode.INTERNAL.number(),
                        String.valueOf(fault.getMessage())));
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
