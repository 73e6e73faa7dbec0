package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener.Events;
import io.nats.client.JetStream;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.Nats;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection: publishes, routes what is read, tells its state. Callable from any thread; only {@link #open}, {@link
 * #flush}, {@link #revive} and {@link #close} block and belong on a worker. jnats gives up for good after two refusals
 * of the same user; then {@link #revive} makes a new session with the same routes.
 */
final class Wire implements Session.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(Wire.class);
    private static final Duration RENEWAL_FLUSH = Duration.ofSeconds(5);
    private volatile BusOptions options;
    private final Counters counters;
    private final Set<Route> routes = ConcurrentHashMap.newKeySet();
    private final List<Consumer<BusState>> stateListeners = new CopyOnWriteArrayList<>();
    private final List<Consumer<String>> errorListeners = new CopyOnWriteArrayList<>();
    private final List<Runnable> drainListeners = new CopyOnWriteArrayList<>();

    private volatile @Nullable Session session;
    private volatile Outflow outflow = new Outflow(() -> {});
    private volatile BusState state = BusState.RECONNECTING;
    private volatile boolean closing;
    private volatile String url;
    private volatile Runnable abandoned = () -> {};
    private volatile Consumer<Problem> refused = problem -> {};

    Wire(BusOptions options, Counters counters) {
        this.options = options;
        this.counters = counters;
        this.url = options.urls().get(0);
    }

    /** Blocks until connected or refused. */
    void open() {
        Opened opened = connect(options);
        adopt(opened);
    }

    private record Opened(Session session, Outflow meter) {}

    private Opened connect(BusOptions with) {
        Session made = new Session(this, counters);
        Outflow meter = new Outflow(() -> drainListeners.forEach(Runnable::run));
        PinnedTrust trust = new PinnedTrust(() -> options.pins());
        try {
            made.attach(Nats.connect(WireOptions.build(with, made, meter, trust)));
            return new Opened(made, meter);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw closed();
        } catch (IOException | RuntimeException e) {
            throw new ProblemException(ConnectFailure.of(with, e, trust.refused(), made.lastException()), e);
        }
    }

    private synchronized void adopt(Opened opened) {
        session = opened.session();
        outflow = opened.meter();
        url = String.valueOf(opened.session().connection().getConnectedUrl());
        routes.forEach(opened.session()::subscribe);
        change(BusState.CONNECTED);
    }

    /**
     * Goes on with other credentials: a second session is made, hears everything, and takes over; only then the first one
     * ends, with all that was under way on it. Nothing is lost: an answer to what was asked before arrives on either.
     * Blocks; when the new credentials are refused, everything stays as it was.
     */
    void renew(BusOptions.Auth auth) {
        Session before = session;
        Opened opened = connect(options.withAuth(auth));
        Overlap both = new Overlap();
        opened.session().overlap(both);
        if (before != null) {
            before.overlap(both);
        }
        become(now -> now.withAuth(auth));
        adopt(opened);
        try {
            opened.session().connection().flush(RENEWAL_FLUSH);
            if (before != null) {
                end(before);
            }
            opened.session().connection().flush(RENEWAL_FLUSH);
        } catch (TimeoutException | IllegalStateException e) {
            LOG.info("bus-renewed-roughly principal={} reason=\"{}\"", options.principal(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            // Only once the first one hears nothing more: what it heard alone in between would count twice.
            if (before != null) {
                closeQuietly(before);
            }
            opened.session().overlap(null);
        }
        LOG.info("bus-renewed principal={}", options.principal());
    }

    /** From the next handshake on; what stands, stands. */
    void trust(List<String> pins) {
        if (!options.pins().equals(pins)) {
            become(now -> now.withPins(pins));
        }
    }

    private synchronized void become(UnaryOperator<BusOptions> change) {
        options = change.apply(options);
    }

    /** Everything is heard on both by now, but for what a queue group gives to one of them. */
    private static void end(Session before) throws InterruptedException {
        try {
            before.leaveQueues(RENEWAL_FLUSH);
            before.connection().flush(RENEWAL_FLUSH);
        } catch (TimeoutException | IllegalStateException e) {
            LOG.debug("bus-renewed-after-loss reason=\"{}\"", e.getMessage());
        }
    }

    private static void closeQuietly(Session before) {
        try {
            before.connection().close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A new connection after jnats has given up the old one. Blocks; throws like {@link #open}. */
    void revive() {
        open();
        counters.reconnects.increment();
    }

    BusState state() {
        return state;
    }

    String url() {
        return url;
    }

    boolean unicodeSubjects() {
        return options.unicodeSubjects();
    }

    long payloadBytesMax() {
        Session current = session;
        return current == null ? 0 : current.connection().getMaxPayload();
    }

    long pendingBytes() {
        return outflow.pendingBytes();
    }

    /** Listeners are called on jnats' threads and must not block. */
    void onState(Consumer<BusState> listener) {
        stateListeners.add(listener);
    }

    void onServerError(Consumer<String> listener) {
        errorListeners.add(listener);
    }

    void onWritten(Runnable listener) {
        drainListeners.add(listener);
    }

    /**
     * Hands bytes to the connection, or to its buffer while it is away; never blocks, never bounds (see {@link
     * Publisher}).
     *
     * @throws ProblemException {@code CLOSED} or {@code BUS_AWAY}
     */
    void publish(String subject, @Nullable String reply, @Nullable Headers headers, byte[] body) {
        Session current = session;
        if (closing || current == null) {
            throw closed();
        }
        try {
            outflow.add(body.length + subject.length());
            current.connection().publish(subject, reply, headers, body);
            counters.published.increment();
        } catch (IllegalArgumentException e) {
            throw new ProblemException(
                    new Problem(
                            ProblemCode.TOO_LARGE,
                            "the message does not fit the bus",
                            Guard.shown(subject),
                            Guard.shown(String.valueOf(e.getMessage())),
                            "send less"),
                    e);
        } catch (IllegalStateException e) {
            throw closing ? closed() : away("the connection is being made anew", e);
        }
    }

    /** Subscribes now and after every loss; the server has accepted it only after a {@link #flush}. */
    synchronized Route route(String subject, @Nullable String queue, Route.Receiver receiver) {
        Session current = session;
        if (closing || current == null) {
            throw closed();
        }
        Route route = new Route(subject, queue, receiver);
        routes.add(route);
        try {
            current.subscribe(route);
        } catch (IllegalStateException e) {
            LOG.debug("subscribe-deferred subject={} state={}", subject, state);
        }
        return route;
    }

    /** Takes the interest back; what is under way still arrives until {@link #forget}. */
    void unsubscribe(Route route) {
        routes.remove(route);
        Session current = session;
        if (current != null) {
            try {
                current.unsubscribe(route);
            } catch (IllegalStateException e) {
                LOG.debug("unsubscribe-skipped subject={} state={}", route.subject, state);
            }
        }
    }

    void forget(Route route) {
        Session current = session;
        if (current != null) {
            current.forget(route);
        }
    }

    /** A round trip to the server. Blocks. */
    void flush(Duration timeout) {
        Session current = session;
        if (closing || current == null) {
            throw closed();
        }
        try {
            current.connection().flush(timeout);
        } catch (TimeoutException | IllegalStateException e) {
            throw state == BusState.CLOSED ? closed() : away("no answer within " + timeout.toMillis() + " ms", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw closed();
        }
    }

    /** From now on everything fails with {@code CLOSED}. */
    void seal() {
        closing = true;
        change(BusState.CLOSED);
    }

    /** Blocks until jnats' threads have ended. */
    void close() {
        seal();
        Session current = session;
        if (current != null) {
            try {
                current.connection().close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void event(Session source, Events event) {
        if (source != session) {
            return;
        }
        switch (event) {
            case DISCONNECTED -> change(BusState.RECONNECTING);
            case RECONNECTED -> counters.reconnects.increment();
            case RESUBSCRIBED -> {
                url = String.valueOf(source.connection().getConnectedUrl());
                change(BusState.CONNECTED);
            }
            case CLOSED -> closedByItself();
            default -> LOG.debug("bus-event principal={} event={}", options.principal(), event);
        }
    }

    /** jnats' management of streams, whose calls block. */
    JetStreamManagement management(JetStreamOptions jetStream) throws IOException {
        Session current = session;
        if (closing || current == null) {
            throw closed();
        }
        return current.connection().jetStreamManagement(jetStream);
    }

    /** For readings that block, like {@link #management}. */
    JetStream jetStream(JetStreamOptions jetStream) throws IOException {
        Session current = session;
        if (closing || current == null) {
            throw closed();
        }
        return current.connection().jetStream(jetStream);
    }

    private void closedByItself() {
        if (!closing) {
            change(BusState.RECONNECTING);
            abandoned.run();
        }
    }

    /** Called on a jnats thread when it has given up; must not block. */
    void onAbandoned(Runnable listener) {
        abandoned = listener;
    }

    /** Whether jnats has given up although nobody asked it to. */
    boolean isAbandoned() {
        Session current = session;
        return !closing && current != null && current.connection().getStatus() == Connection.Status.CLOSED;
    }

    /**
     * Called when the server refuses the user before there is a session: jnats keeps waiting for its whole time-out then.
     * Only with one address; with several the next may take it.
     */
    void onRefused(Consumer<Problem> listener) {
        refused = listener;
    }

    @Override
    public void serverError(Session source, String text) {
        if (source != session && ConnectFailure.isAuth(text)) {
            if (options.urls().size() == 1) {
                refused.accept(ConnectFailure.refused(options));
            }
            return;
        }
        errorListeners.forEach(listener -> listener.accept(text));
    }

    private void change(BusState next) {
        synchronized (stateListeners) {
            if (state == next || state == BusState.CLOSED) {
                return;
            }
            state = next;
        }
        LOG.info("bus-state principal={} state={} url={}", options.principal(), next, url);
        stateListeners.forEach(listener -> listener.accept(next));
    }

    ProblemException closed() {
        return Problem.of(
                        ProblemCode.CLOSED,
                        "the bus connection of " + options.principal() + " is closed",
                        "",
                        "connect again")
                .asException();
    }

    ProblemException away(String why, @Nullable Throwable cause) {
        Problem problem = new Problem(
                ProblemCode.BUS_AWAY, "the bus is away", url, why, "try again; the connection comes back by itself");
        return cause == null ? problem.asException() : new ProblemException(problem, cause);
    }
}
