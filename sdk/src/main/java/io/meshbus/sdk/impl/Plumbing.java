package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.problem.Problem;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The parts of one connection, joined once. Made before the wire is open; {@link #connected} completes it. */
final class Plumbing {
    private final BusOptions options;
    private final Home own;
    private final Counters counters = new Counters();
    private final Tokens tokens = new Tokens(new SecureRandom());
    private final List<Consumer<Problem>> faultListeners = new CopyOnWriteArrayList<>();
    private final Wire wire;
    private final ReplyMux mux;
    private final Violations violations;
    private final Publisher publisher;
    private final Flusher flusher;
    private final Requests requests;
    private final Stores stores;
    private final Subscriptions subscriptions;
    private final Consumptions consumptions;
    private final Closing closing;

    Plumbing(Vertx vertx, BusOptions options) {
        this.options = options;
        this.own = Home.own(vertx);
        this.wire = new Wire(options, counters);
        this.mux = new ReplyMux(own, counters, tokens, options.principal().inboxPrefix());
        this.violations = new Violations(options.principal(), counters, mux::refuse, this::fault);
        this.publisher = new Publisher(wire, options.pendingBytesMax());
        this.flusher = new Flusher(own, wire);
        this.requests = new Requests(wire, publisher, mux);
        this.stores = new Stores(requests, own);
        this.subscriptions = new Subscriptions(this);
        this.consumptions = new Consumptions(this);
        this.closing = new Closing(this);
        wire.onServerError(violations);
        wire.onAbandoned(new Revival(own, wire, this::fault));
        wire.onState(state -> publisher.release());
        wire.onState(state -> {
            if (state == BusState.CONNECTED) {
                mux.resend();
            }
        });
        wire.onState(consumptions::busState);
    }

    /** Once the wire is open: the answers' one subscription. */
    void connected() {
        wire.route(mux.pattern(), null, mux::receive);
    }

    BusOptions options() {
        return options;
    }

    Home own() {
        return own;
    }

    Counters counters() {
        return counters;
    }

    Tokens tokens() {
        return tokens;
    }

    Wire wire() {
        return wire;
    }

    ReplyMux mux() {
        return mux;
    }

    Violations violations() {
        return violations;
    }

    Publisher publisher() {
        return publisher;
    }

    Flusher flusher() {
        return flusher;
    }

    Requests requests() {
        return requests;
    }

    Stores stores() {
        return stores;
    }

    Subscriptions subscriptions() {
        return subscriptions;
    }

    Consumptions consumptions() {
        return consumptions;
    }

    Closing closing() {
        return closing;
    }

    void onFault(Consumer<Problem> listener) {
        faultListeners.add(listener);
    }

    void fault(Problem problem) {
        faultListeners.forEach(listener -> listener.accept(problem));
    }
}
