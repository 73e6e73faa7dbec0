package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusMetrics;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.Stored;
import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.bus.Subscription;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** The bus of one principal: puts the parts of the bridge together and finds each caller's context. */
final class JnatsBus implements Bus {
    private final Vertx vertx;
    private final BusOptions options;
    private final Plumbing plumbing;

    JnatsBus(Vertx vertx, BusOptions options, Plumbing plumbing) {
        this.vertx = vertx;
        this.options = options;
        this.plumbing = plumbing;
    }

    Plumbing plumbing() {
        return plumbing;
    }

    BusOptions options() {
        return options;
    }

    private Home here() {
        return Home.here(vertx);
    }

    /** For handlers, which outlive the call that registers them. */
    private Home lasting() {
        return here().lasting();
    }

    @Override
    public PrincipalId principal() {
        return options.principal();
    }

    @Override
    public BusState state() {
        return plumbing.wire().state();
    }

    @Override
    public String url() {
        return plumbing.wire().url();
    }

    @Override
    public BusMetrics metrics() {
        return plumbing.counters().snapshot();
    }

    @Override
    public void onState(Handler<BusState> handler) {
        Home home = lasting();
        plumbing.wire().onState(state -> home.land(() -> handler.handle(state)));
    }

    @Override
    public void onFault(Handler<Problem> handler) {
        Home home = lasting();
        plumbing.onFault(problem -> home.land(() -> handler.handle(problem)));
    }

    @Override
    public Future<Void> publish(Message message) {
        return plumbing.publisher().publish(message, here());
    }

    @Override
    public Future<Stored> store(Message message, PublishOptions publishOptions) {
        return plumbing.stores().store(message, publishOptions, here());
    }

    @Override
    public Future<Message> request(Message message, Duration timeout) {
        return plumbing.requests().request(message, timeout, here());
    }

    @Override
    public Future<Subscription> subscribe(String subject, Handler<Message> handler) {
        return plumbing.subscriptions().subscribe(subject, null, handler, lasting());
    }

    @Override
    public Future<Subscription> subscribe(String subject, String queue, Handler<Message> handler) {
        return plumbing.subscriptions().subscribe(subject, queue, handler, lasting());
    }

    @Override
    public Future<Subscription> serve(
            String subject, String queue, int concurrency, Function<Message, Future<Message>> handler) {
        return plumbing.subscriptions().serve(subject, queue, concurrency, handler, lasting());
    }

    @Override
    public Consumption consume(String stream, String consumer, ConsumeOptions consumeOptions) {
        return plumbing.consumptions().stream(stream, consumer, consumeOptions, lasting());
    }

    @Override
    public Consumption consume(
            String stream,
            String consumer,
            ConsumeOptions consumeOptions,
            Function<Delivery, Future<?>> handler,
            FinalFailure onFinal) {
        return plumbing.consumptions().handle(stream, consumer, consumeOptions, handler, onFinal, lasting());
    }

    @Override
    public Future<Optional<StoredMessage>> last(String stream, String subject) {
        return plumbing.requests().last(options.apiPrefix(), stream, subject, here());
    }

    @Override
    public Future<Void> flush() {
        return plumbing.flusher().flush(here());
    }

    @Override
    public Future<Void> close(Duration deadline) {
        return plumbing.closing().close(deadline, here());
    }
}
