package io.meshbus.launcher;

import io.meshbus.launcher.health.HealthVerticle;
import io.meshbus.launcher.health.HealthVerticle.Check;
import io.meshbus.node.host.HostConfig;
import io.meshbus.node.host.HostEnrolment;
import io.meshbus.node.host.HostState;
import io.meshbus.node.host.HostStatus;
import io.meshbus.node.host.HostVerticle;
import io.meshbus.sdk.bus.BusConnector;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.wire.TokenText;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The hosts' part of {@link Wiring}; enough by itself where a host is all that runs. */
public final class HostWiring {
    private final Vertx vertx;
    private final Deployments deployments;
    private final BusConnector connector;
    private final SecureRandom random;
    private final Map<String, Check> checks;
    private final Map<String, Supplier<String>> notes;

    public HostWiring(Vertx vertx, ShutdownStack stack) {
        this(
                vertx,
                new Deployments(vertx, stack),
                new Jnats(vertx),
                new SecureRandom(),
                new ConcurrentHashMap<>(),
                Map.of());
    }

    HostWiring(
            Vertx vertx,
            Deployments deployments,
            BusConnector connector,
            SecureRandom random,
            Map<String, Check> checks,
            Map<String, Supplier<String>> notes) {
        this.vertx = vertx;
        this.deployments = deployments;
        this.connector = connector;
        this.random = random;
        this.checks = checks;
        this.notes = notes;
    }

    /**
     * Enrols with the token if there is one, then runs the host.
     *
     * @param state the host's directory
     */
    public Future<Void> host(Path state, String name, Optional<String> token) {
        return admitted(state, token).compose(done -> {
            HostVerticle host = new HostVerticle(HostConfig.in(state), connector, Clock.systemUTC(), random);
            checks.put("host " + name, () -> Future.succeededFuture(cause(host)));
            return deployments.deploy("host " + name, host);
        });
    }

    /** Whether this directory holds a host's identity. */
    public Future<Boolean> enrolled(Path state) {
        return vertx.executeBlocking(() -> new HostState(state).identity().isPresent());
    }

    /** Health over what this process runs; completes with the port. */
    public Future<Integer> health(String host, int port) {
        HealthVerticle health = new HealthVerticle(host, port, checks, notes);
        return deployments.deploy("health", health).map(done -> health.port());
    }

    /** Its progress stands in the log. */
    private Future<?> admitted(Path state, Optional<String> token) {
        return token.isEmpty()
                ? Future.succeededFuture()
                : new HostEnrolment(vertx, connector, new HostState(state), Clock.systemUTC(), random, line -> {})
                        .enrol(TokenText.decode(token.get()));
    }

    private static Optional<String> cause(HostVerticle host) {
        return host.status()
                .map(HostStatus::link)
                .filter(link -> link != HostStatus.Link.CONNECTED)
                .map(link -> "its link to the bus is " + link);
    }
}
