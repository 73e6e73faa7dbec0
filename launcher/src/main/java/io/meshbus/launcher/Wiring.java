package io.meshbus.launcher;

import io.meshbus.control.ControllerConfig;
import io.meshbus.control.store.StoreConfig;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.directory.PersonFiles;
import io.meshbus.launcher.client.Session;
import io.meshbus.launcher.config.Role.Part;
import io.meshbus.launcher.health.HealthVerticle.Check;
import io.meshbus.launcher.run.DirectoryLock;
import io.meshbus.natsserver.Monitor;
import io.meshbus.node.broker.BrokerVerticle;
import io.meshbus.sdk.account.PersonCredentials;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusConnector;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.client.PersonClient;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.impl.Jnats;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The only place that constructs verticles (spec 8.1): what each is built with is read here. Every method starts one part
 * of a mesh in this process and puts its end on the shutdown stack; the order of the calls is the caller's.
 */
public final class Wiring {
    private static final Duration BUS_CLOSE_LIMIT = Duration.ofSeconds(3);

    private final Vertx vertx;
    private final Deployments deployments;
    private final MeshDirectory directory;
    private final MeshIdentity identity;
    private final Settings settings;
    private final BusConnector connector;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Check> checks = new ConcurrentHashMap<>();
    private final Map<String, Supplier<String>> notes = new ConcurrentHashMap<>();
    private final ControllerWiring controller;
    private final HostWiring hosts;
    private @Nullable Bus operatorBus;

    /**
     * What differs from process to process.
     *
     * @param process its name: of those that run on one directory no two have the same
     * @param server the nats-server program, or empty to look for it
     * @param store the database server, or empty for the embedded database
     */
    public record Settings(
            String process, Optional<Path> server, ControllerConfig controller, Optional<StoreConfig> store) {
        public static final Settings DEFAULT =
                new Settings(DirectoryLock.UP, Optional.empty(), ControllerConfig.DEFAULT, Optional.empty());
    }

    public Wiring(Vertx vertx, ShutdownStack stack, MeshDirectory directory, MeshIdentity identity, Settings settings) {
        this.vertx = vertx;
        this.deployments = new Deployments(vertx, stack);
        this.directory = directory;
        this.identity = identity;
        this.settings = settings;
        this.connector = new Jnats(vertx);
        this.hosts = new HostWiring(vertx, deployments, connector, random, checks, notes);
        this.controller = new ControllerWiring(
                vertx, deployments, directory, identity, settings, connector, random, checks, notes);
    }

    /** For a process that stays. */
    public static Vertx vertx() {
        return Vertx.vertx(new VertxOptions().setPreferNativeTransport(false));
    }

    /** Completes with the server's version once it is healthy. */
    public Future<String> broker() {
        BrokerVerticle.Config config = new BrokerVerticle.Config(
                settings.server().map(Path::toString).orElse(null), BrokerVerticle.Config.DEFAULT.poll());
        return deployments
                .deploy("broker", new BrokerVerticle(config, directory, identity))
                .compose(done -> version());
    }

    private Future<String> version() {
        Monitor monitor = new Monitor(vertx, identity.monitorPort());
        return monitor.running().map(Monitor.Running::version).eventually(monitor::close);
    }

    /** Completes with the revision of the desired state. */
    public Future<Long> store() {
        return controller.store();
    }

    /** Completes with a word about it. */
    public Future<String> controller(Set<Part> parts) {
        return controller.start(parts);
    }

    /** Nodes of the newest push. */
    public Future<Set<NodeId>> pushedNodes() {
        return controller.pushedNodes();
    }

    public Future<Boolean> enrolled(NodeId node) {
        return hosts.enrolled(directory.node(node));
    }

    /** A host from its state, or with a token for the first time. */
    public Future<Void> host(NodeId node, Optional<String> token) {
        return hosts.host(directory.node(node), node.value(), token);
    }

    /** The local operator on the bus, for what an operator would do by hand. */
    public Future<PersonClient> operator() {
        return vertx.executeBlocking(() -> {
                    PersonCredentials credentials = PersonFiles.credentials(directory.person(Session.LOCAL_OPERATOR));
                    return BusOptions.mesh(
                            credentials.principal(),
                            List.of(identity.url()),
                            identity.pins(),
                            credentials.auth(PersonFiles.key(directory.personKey(Session.LOCAL_OPERATOR))));
                })
                .compose(connector::connect)
                .map(bus -> {
                    operatorBus = bus;
                    deployments.closing("operator", BUS_CLOSE_LIMIT, () -> bus.close(BUS_CLOSE_LIMIT));
                    return new PersonClient(bus, Session.LOCAL_OPERATOR);
                });
    }

    /** After {@link #operator}. */
    public Bus operatorBus() {
        return java.util.Objects.requireNonNull(operatorBus, "operator() comes first");
    }

    /** What the operator was needed for is done; whoever comes later has credentials of their own. */
    public Future<Void> operatorLeaves() {
        Bus bus = operatorBus;
        operatorBus = null;
        return bus == null ? Future.succeededFuture() : bus.close(BUS_CLOSE_LIMIT);
    }

    /** Completes with the port. */
    public Future<Integer> health(String host, int port) {
        return hosts.health(host, port);
    }
}
