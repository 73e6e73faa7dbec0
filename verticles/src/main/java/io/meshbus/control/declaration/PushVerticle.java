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
import io.meshbus.sdk.wire.Push;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import java.util.function.Function;
import java.util.function.Supplier;

/** Takes pushes and tells what one would do (spec 3.3). Of every controller: the store orders what two of them take. */
public final class PushVerticle extends VerticleBase {
    private final ControllerConfig config;
    private final Bus mesh;
    private final StreamAdmin admin;
    private final Store store;
    private final Supplier<MeshIdentity> identity;
    private final Function<DefinitionSource, Definition> reader;

    /** @param reader reads a pushed source; fails with every fault */
    public PushVerticle(
            ControllerConfig config,
            Bus mesh,
            StreamAdmin admin,
            Store store,
            Supplier<MeshIdentity> identity,
            Function<DefinitionSource, Definition> reader) {
        this.config = config;
        this.mesh = mesh;
        this.admin = admin;
        this.store = store;
        this.identity = identity;
        this.reader = reader;
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
        return Future.succeededFuture();
    }

    private static void reply(Message<Buffer> message, Supplier<Future<?>> work) {
        work.get()
                .onSuccess(message::reply)
                .onFailure(fault -> message.fail(
                        fault instanceof ProblemException p ? p.code().number() : ProblemCode.INTERNAL.number(),
                        String.valueOf(fault.getMessage())));
    }
}
