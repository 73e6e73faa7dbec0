package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.Subscription;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Core subscriptions of one connection: made, accepted by the server or refused by name, ended. */
final class Subscriptions {
    private final Plumbing plumbing;
    private final Set<Subscription> live = ConcurrentHashMap.newKeySet();

    Subscriptions(Plumbing plumbing) {
        this.plumbing = plumbing;
    }

    Future<Subscription> subscribe(String subject, @Nullable String queue, Handler<Message> handler, Home home) {
        CoreSubscription made = new CoreSubscription(this, home, subject, handler);
        return accepted(made, subject, queue, made.receiver(), made::routed, home);
    }

    Future<Subscription> serve(
            String subject, String queue, int concurrency, Function<Message, Future<Message>> handler, Home home) {
        ServeSubscription made = new ServeSubscription(this, home, subject, concurrency, handler);
        return accepted(made, subject, queue, made, made::routed, home);
    }

    private Future<Subscription> accepted(
            Subscription made,
            String subject,
            @Nullable String queue,
            Route.Receiver receiver,
            Consumer<Route> routed,
            Home home) {
        Promise<Subscription> promise = home.promise();
        Consumer<Problem> refused = problem -> home.land(() -> promise.tryFail(problem.asException()));
        Violations violations = plumbing.violations();
        String key = Violations.key(Violations.Kind.SUBSCRIBE, subject, queue);
        try {
            Guard.pattern(subject, plumbing.options().unicodeSubjects());
            if (queue != null) {
                Guard.token(queue);
            }
            violations.watch(key, refused);
            routed.accept(plumbing.wire().route(subject, queue, receiver));
            live.add(made);
        } catch (ProblemException e) {
            violations.unwatch(key, refused);
            return home.failed(e);
        }
        plumbing.flusher().flush(home).onComplete(flushed -> {
            violations.unwatch(key, refused);
            // Behind whatever refusal has landed before the round trip ended.
            home.land(() -> settle(promise, made, flushed.cause()));
        });
        return promise.future();
    }

    private static void settle(Promise<Subscription> promise, Subscription made, @Nullable Throwable cause) {
        if (cause == null && promise.tryComplete(made)) {
            return;
        }
        if (cause != null) {
            promise.tryFail(cause);
        }
        made.cancel();
    }

    Counters counters() {
        return plumbing.counters();
    }

    Publisher publisher() {
        return plumbing.publisher();
    }

    /** Takes the interest back; nothing waits for the server. */
    void drop(Subscription ended, @Nullable Route route) {
        live.remove(ended);
        if (route != null) {
            plumbing.wire().unsubscribe(route);
            plumbing.wire().forget(route);
        }
    }

    /** Ends all; completes when the handlers at work are done, too. */
    Future<Void> endAll() {
        return Future.all(live.stream().map(this::end).toList()).mapEmpty();
    }

    private Future<Void> end(Subscription each) {
        Future<Void> cancelled = each.cancel();
        return each instanceof ServeSubscription serving ? cancelled.compose(done -> serving.idle()) : cancelled;
    }
}
