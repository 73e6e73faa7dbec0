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
import java.util.List;
import java.util.function.Function;
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
    private final Function<Bus, Future<?>> prepare;
    private final Runnable changed;
    private Link link = Link.CONNECTING;
    private @Nullable Bus bus;
    private int failures;
    private long probeTimer = -1;

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
            Function<Bus, Future<?>> prepare,
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
        connect().onSuccess(this::standing).onFailure(this::failed);
    }

    private Future<Bus> connect() {
        return Future.succeededFuture()
                .compose(nothing -> connector.connect(options.get()))
                .compose(made -> prepare.apply(made)
                        .map(made)
                        .recover(fault -> made.close(CLOSE_DEADLINE).transform(closed -> Future.failedFuture(fault))));
    }

    private void standing(Bus made) {
        if (link == Link.CLOSED) {
            close(made);
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
            case CONNECTED -> {
                vertx.cancelTimer(probeTimer);
                become(Link.CONNECTED);
            }
            case RECONNECTING -> {
                become(Link.AWAY);
                probeLater(which);
            }
            case CLOSED -> {
                bus = null;
                become(Link.AWAY);
                open();
            }
        }
    }

    /**
     * A connection looks for its way back by itself and does not say why it finds none. After a while a new one is tried,
     * which learns whether the credentials are refused, and goes where the newest declaration says the bus is.
     */
    private void probeLater(Bus lost) {
        vertx.cancelTimer(probeTimer);
        probeTimer = vertx.setTimer(config.probe().toMillis(), timer -> {
            if (lost == bus && link == Link.AWAY) {
                connect().onSuccess(made -> replace(lost, made)).onFailure(fault -> probed(lost, fault));
            }
        });
    }

    private void replace(Bus lost, Bus made) {
        if (lost != bus || link != Link.AWAY) {
            close(made);
            return;
        }
        standing(made);
        close(lost);
    }

    private void probed(Bus lost, Throwable fault) {
        if (lost != bus || link != Link.AWAY) {
            return;
        }
        if (refuses(fault)) {
            bus = null;
            close(lost);
            failed(fault);
        } else {
            probeLater(lost);
        }
    }

    private static boolean refuses(Throwable fault) {
        return fault instanceof ProblemException problem
                && (problem.code() == ProblemCode.BUS_AUTH || problem.code() == ProblemCode.CREDENTIALS_UNUSABLE);
    }

    private static void close(Bus which) {
        which.close(CLOSE_DEADLINE)
                .onFailure(fault -> LOG.warn("host-close-failed reason=\"{}\"", ModuleSet.reason(fault)));
    }

    private void failed(Throwable fault) {
        if (link == Link.CLOSED) {
            return;
        }
        boolean refused = refuses(fault);
        failures++;
        // The bus refuses whoever connects while it reloads its users, so one refusal proves little.
        boolean proved = refused && failures > 1;
        Duration again = proved ? config.refused() : config.connect().after(failures, random);
        LOG.warn(
                "host-connect-failed refused={} failures={} again-ms={} reason=\"{}\"",
                refused,
                failures,
                again.toMillis(),
                ModuleSet.reason(fault));
        become(refused ? Link.REFUSED : Link.AWAY);
        vertx.setTimer(again.toMillis(), timer -> open());
    }

    /** Goes on with what {@link #options} says now; a connection that cannot is made anew by itself later. */
    Future<Void> renew() {
        Bus now = bus;
        return now == null || link != Link.CONNECTED
                ? Future.failedFuture("the bus is away")
                : Future.succeededFuture()
                        .compose(nothing -> connector.renew(now, options.get().auth()));
    }

    /** What this bus is recognised by when it connects anew. */
    void trust(List<String> pins) {
        Bus now = bus;
        if (now != null) {
            connector.trust(now, pins);
        }
    }

    private void become(Link next) {
        link = next;
        changed.run();
    }

    Future<Void> close() {
        link = Link.CLOSED;
        vertx.cancelTimer(probeTimer);
        Bus last = bus;
        bus = null;
        return last == null ? Future.succeededFuture() : last.close(CLOSE_DEADLINE);
    }
}
