package io.meshbus.node.host;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusConnector;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.Manifest.Verticle;
import io.meshbus.sdk.module.ModuleContext;
import io.meshbus.sdk.module.ModuleRuntime;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Sealing;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.wire.Declaration.ModuleDeclaration;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** Modules as verticles: own class loader, own connection as {@code <module>.<node>}, bounded start and stop. */
final class VerticleStarter implements ModuleStarter {
    /** Connecting, loading and the module's own start take at most this. */
    static final Duration START_DEADLINE = Duration.ofSeconds(90);
    /** Undeploying takes at most this; the module's connection closes afterwards. */
    static final Duration STOP_DEADLINE = Duration.ofSeconds(25);

    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final BusConnector connector;
    private final SealingKey key;

    VerticleStarter(Vertx vertx, BusConnector connector, SealingKey key) {
        this.vertx = vertx;
        this.connector = connector;
        this.key = key;
    }

    @Override
    public Future<RunningModule> start(Start start) {
        return vertx.executeBlocking(() -> load(start))
                .compose(loaded -> connect(start)
                        .compose(bus -> deploy(start, loaded, bus)
                                .recover(fault -> bus.close(CLOSE_DEADLINE)
                                        .transform(closed -> Future.<RunningModule>failedFuture(fault))))
                        .recover(fault -> vertx.executeBlocking(() -> close(loaded.loader))
                                .transform(closed -> Future.<RunningModule>failedFuture(fault))));
    }

    private record Loaded(Class<?> type, ModuleClassLoader loader) {}

    private static Loaded load(Start start) throws IOException {
        Verticle run = Objects.requireNonNull(start.module().manifest().run().verticle());
        Path jar = start.artefacts().get(run.artefact());
        if (jar == null) {
            throw Problem.of(
                            ProblemCode.ARTEFACT_MISSING,
                            "artefact " + run.artefact() + " is not declared",
                            "the manifest runs it and the declaration does not name it",
                            "push again with the jar beside the manifest")
                    .asException();
        }
        ModuleClassLoader loader = new ModuleClassLoader(
                start.module().module().value(), jar.toUri().toURL(), VerticleStarter.class.getClassLoader());
        try {
            return new Loaded(Class.forName(run.className(), true, loader), loader);
        } catch (ClassNotFoundException | LinkageError e) {
            loader.close();
            throw new ProblemException(
                    Problem.of(
                            ProblemCode.CONFIG_INVALID,
                            "class " + run.className() + " cannot be loaded",
                            String.valueOf(e),
                            "check run.verticle in the manifest, and that " + run.artefact() + " holds the class"),
                    e);
        }
    }

    private static Void close(ModuleClassLoader loader) throws IOException {
        loader.close();
        return null;
    }

    private Future<Bus> connect(Start start) {
        PrincipalId principal =
                PrincipalId.module(start.module().module(), start.identity().node());
        return Future.succeededFuture()
                .compose(nothing -> connector.connect(
                        start.identity().options(principal, key, start.module().credentials())));
    }

    private Future<RunningModule> deploy(Start start, Loaded loaded, Bus bus) {
        return ModuleRuntime.deploy(vertx, bus, context(start), loaded.type)
                .timeout(START_DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                .map(id -> new Deployed(id, bus, loaded.loader));
    }

    private ModuleContext context(Start start) {
        ModuleDeclaration module = start.module();
        PrincipalId principal =
                PrincipalId.module(module.module(), start.identity().node());
        Map<String, Secret> secrets = new LinkedHashMap<>();
        module.secrets()
                .forEach((name, cipher) -> secrets.put(name, Secret.of(Sealing.open(key, principal.value(), cipher))));
        return new ModuleContext(
                start.identity().name(),
                start.identity().node(),
                module.manifest(),
                module.seats(),
                module.manifest().config(),
                secrets,
                start.home().home());
    }

    private final class Deployed implements RunningModule {
        private final String id;
        private final Bus bus;
        private final ModuleClassLoader loader;

        Deployed(String id, Bus bus, ModuleClassLoader loader) {
            this.id = id;
            this.bus = bus;
            this.loader = loader;
        }

        @Override
        public String fault() {
            return gone() ? "its connection to the bus is closed" : "";
        }

        @Override
        public boolean gone() {
            return bus.state() == BusState.CLOSED || !vertx.deploymentIDs().contains(id);
        }

        @Override
        public Future<Void> renew(BusOptions.Auth auth) {
            return connector.renew(bus, auth);
        }

        @Override
        public Future<Void> trust(List<String> pins) {
            connector.trust(bus, pins);
            return Future.succeededFuture();
        }

        @Override
        public Future<Void> stop() {
            Future<Void> undeployed = vertx.deploymentIDs().contains(id)
                    ? ModuleRuntime.undeploy(vertx, id).timeout(STOP_DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                    : Future.succeededFuture();
            return undeployed
                    .eventually(() -> bus.close(CLOSE_DEADLINE))
                    .eventually(() -> vertx.executeBlocking(() -> close(loader)));
        }
    }
}
