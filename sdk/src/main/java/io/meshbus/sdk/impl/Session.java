package io.meshbus.sdk.impl;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import io.nats.client.Message;
import io.nats.client.ReadListener;
import io.nats.client.Subscription;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One jnats connection and the routes on it. Messages are taken by the read listener, on the reader thread: no
 * dispatcher, so no thread and no hop in between. Each jnats subscription is a synchronous one that nobody reads, with
 * room for one message; jnats drops the rest after we have seen it.
 */
final class Session implements ErrorListener, ConnectionListener, ReadListener {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);
    private static final long UNREAD_MESSAGES_MAX = 1;
    private static final long UNREAD_BYTES_MAX = 1;

    /** What a session tells its owner, on jnats' threads. */
    interface Owner {
        void event(Session session, Events event);

        void serverError(Session session, String text);
    }

    private final Owner owner;
    private final Counters counters;
    private final Map<Subscription, Route> bySubscription = new ConcurrentHashMap<>();
    /** Learnt from the first message; keeps a route reachable after its UNSUB, for what was under way. */
    private final Map<String, Route> bySid = new ConcurrentHashMap<>();

    /** While two sessions hear the same: what either has heard. */
    private volatile @Nullable Overlap overlap;

    private volatile @Nullable Connection connection;
    private volatile @Nullable Exception lastException;

    Session(Owner owner, Counters counters) {
        this.owner = owner;
        this.counters = counters;
    }

    void attach(Connection newConnection) {
        connection = newConnection;
    }

    Connection connection() {
        return Objects.requireNonNull(connection, "not attached");
    }

    /** The last exception jnats met, for the reason of a failed connect. */
    @Nullable
    Exception lastException() {
        return lastException;
    }

    /** Locked, so that the reader thread cannot meet a message of a subscription that is not yet in the table. */
    synchronized void subscribe(Route route) {
        Subscription made = route.queue == null
                ? connection().subscribe(route.subject)
                : connection().subscribe(route.subject, route.queue);
        made.setPendingLimits(UNREAD_MESSAGES_MAX, UNREAD_BYTES_MAX);
        route.subscription = made;
        bySubscription.put(made, route);
    }

    void unsubscribe(Route route) {
        Subscription made = route.subscription;
        if (made != null && made.isActive()) {
            made.unsubscribe();
        }
    }

    void forget(Route route) {
        Subscription made = route.subscription;
        if (made != null) {
            bySubscription.remove(made);
        }
        bySid.values().remove(route);
    }

    @Override
    public void message(String op, Message message) {
        counters.received.increment();
        Route route = bySid.get(message.getSID());
        if (route == null) {
            route = learn(message);
        }
        Overlap both = overlap;
        if (route != null && (both == null || route.queue != null || both.isFirst(message))) {
            route.receiver.receive(message);
        }
    }

    /** From now on another session hears the same; null: it does no more. */
    void overlap(@Nullable Overlap both) {
        overlap = both;
    }

    /** Leaves every queue group; what it was given there has been read when this returns. Blocks. */
    void leaveQueues(Duration timeout) throws InterruptedException {
        for (Subscription made : bySubscription.keySet()) {
            if (made.getQueueName() != null && made.isActive()) {
                // Unlike unsubscribe, it keeps the subscription until its flush is answered.
                CompletableFuture<Boolean> unused = made.drain(timeout);
            }
        }
    }

    private @Nullable Route learn(Message message) {
        Subscription subscription = message.getSubscription();
        if (subscription == null) {
            return null;
        }
        Route route = bySubscription.get(subscription);
        if (route == null) {
            synchronized (this) {
                route = bySubscription.get(subscription);
            }
        }
        if (route != null) {
            bySid.put(message.getSID(), route);
        }
        return route;
    }

    @Override
    public void errorOccurred(Connection source, String error) {
        owner.serverError(this, error);
    }

    @Override
    public void exceptionOccurred(Connection source, Exception exception) {
        Exception before = lastException;
        lastException = exception;
        boolean isNew = before == null || !String.valueOf(before.getMessage()).equals(exception.getMessage());
        if (isNew && connection != null) {
            LOG.info("bus-fault reason=\"{}\"", ConnectFailure.reason(exception));
            LOG.debug("bus-fault", exception);
        }
    }

    @Override
    public void slowConsumerDetected(Connection source, Consumer consumer) {
        // Every subscription of ours is "slow" by design, see the class comment.
    }

    @Override
    @SuppressWarnings("deprecation") // the interface still demands it
    public void connectionEvent(Connection source, Events event) {
        owner.event(this, event);
    }

    @Override
    public void connectionEvent(Connection source, Events event, Long time, String uriDetails) {
        owner.event(this, event);
    }
}
