package io.meshbus.node.host;

import io.meshbus.node.host.HostStatus.Link;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusConnector;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The host's connection: tried until it stands, made anew when it has closed, slowly when the bus refuses the
 * credentials. Used on the host's context.
 */
final class HostLink {
    private static final Logger LOG = LoggerFactory.getLogger(HostLink.class);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final BusConnector connector;
    private final HostConfig config;
    private final RandomGenerator random;
    private final Supplier<BusOptions> options;
    private final java.util.function.Function<Bus, Future<?>> prepare;
    private final Runnable changed;
    private Link link = Link.CONNECTING;
    private @Nullable Bus bus;
    private int failures;

    /**
     * @param prepare what a new connection needs before it counts (subscriptions); its failure closes it
     * @param changed called after each change of {@link #link}
     */
    HostLink(
            Vertx vertx,
            BusConnector connector,
            HostConfig config,
            RandomGenerator random,
            Supplier<BusOptions> options,
            java.util.function.Function<Bus, Future<?>> prepare,
            Runnable changed) {
        this.vertx = vertx;
        this.connector = connector;
        this.config = config;
        this.random = random;
        this.options = options;
        this.prepare = prepare;
        this.changed = changed;
    }

    Link link() {
        return link;
    }

    /** The connection while it stands or comes back by itself, else null. */
    @Nullable
    Bus bus() {
        return bus;
    }

    void open() {
        if (link == Link.CLOSED) {
            return;
        }
        Future.succeededFuture()
                .compose(nothing -> connector.connect(options.get()))
                .compose(made -> prepare.apply(made)
                        .map(made)
                        .recover(fault -> made.close(CLOSE_DEADLINE).transform(closed -> Future.failedFuture(fault))))
                .onSuccess(this::standing)
                .onFailure(this::failed);
    }

    private void standing(Bus made) {
        if (link == Link.CLOSED) {
            made.close(CLOSE_DEADLINE).onFailure(fault -> LOG.warn("host-close-failed reason=\"{}\"", fault.getMessage()));
            return;
        }
        bus = made;
        failures = 0;
        made.onState(state -> follow(made, state));
        LOG.info("host-connected principal={} url={}", made.principal(), made.url());
        become(Link.CONNECTED);
    }

    private void follow(Bus which, BusState state) {
        if (which != bus || link == Link.CLOSED) {
            return;
        }
        switch (state) {
            case CONNECTED -> become(Link.CONNECTED);
            case RECONNECTING -> become(Link.AWAY);
            case CLOSED -> {
                bus = null;
                become(Link.AWAY);
                open();
            }
        }
    }

    private void failed(Throwable fault) {
        if (link == Link.CLOSED) {
            return;
        }
        boolean refused = fault instanceof ProblemException problem
                && (problem.code() == ProblemCode.BUS_AUTH || problem.code() == ProblemCode.CREDENTIALS_UNUSABLE);
        failures++;
        Duration again = refused ? config.refused() : config.connect().after(failures, random);
        LOG.warn(
                "host-connect-failed refused={} failures={} again-ms={} reason=\"{}\"",
                refused,
                failures,
                again.toMillis(),
                ModuleSet.reason(fault));
        become(refused ? Link.REFUSED : Link.AWAY);
        vertx.setTimer(again.toMillis(), timer -> open());
    }

    private void become(Link next) {
        link = next;
        changed.run();
    }

    Future<Void> close() {
        link = Link.CLOSED;
        Bus last = bus;
        bus = null;
        return last == null ? Future.succeededFuture() : last.close(CLOSE_DEADLINE);
    }
}
