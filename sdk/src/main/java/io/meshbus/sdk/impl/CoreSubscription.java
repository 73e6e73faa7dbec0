package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.Subscription;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A core subscription: checks each message's own subject, queues a bounded number, hands them over on its context. */
final class CoreSubscription implements Subscription {
    private final Subscriptions owner;
    private final Home home;
    private final String subject;
    private final Inlet inlet;
    private final Handler<Message> handler;
    private final AtomicBoolean cancelled = new AtomicBoolean();
    private final Promise<Void> ended;
    private volatile @Nullable Route route;

    CoreSubscription(Subscriptions owner, Home home, String subject, Handler<Message> handler) {
        this.owner = owner;
        this.home = home;
        this.subject = subject;
        this.handler = handler;
        this.ended = home.promise();
        this.inlet = new Inlet(home, owner.counters(), subject, this::deliver);
    }

    Route.Receiver receiver() {
        return inlet;
    }

    void routed(Route made) {
        route = made;
    }

    @Override
    public String subject() {
        return subject;
    }

    private void deliver(io.nats.client.Message message) {
        if (cancelled.get()) {
            return;
        }
        try {
            handler.handle(Convert.message(message));
        } catch (Throwable thrown) {
            home.report(thrown);
        }
    }

    @Override
    public Future<Void> cancel() {
        if (cancelled.compareAndSet(false, true)) {
            owner.drop(this, route);
            home.land(ended::complete);
        }
        return ended.future();
    }
}
