package io.meshbus.sdk.module;

import io.meshbus.sdk.impl.Jnats;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.Function;

/**
 * The mesh as a module sees it (spec 4.1): these verbs and nothing else.
 *
 * <p>Types are {@code JsonObject}, {@code Buffer} (the JSON text as it travelled) or anything Jackson binds. Futures
 * complete, and handlers run, on the Vert.x context of the caller. A use that the manifest does not declare fails at
 * once with {@code NOT_DECLARED} and the line to add; after {@link #close} everything fails with {@code CLOSED}.
 */
public interface Mesh {
    /** As {@link #request(String, Object, Class, CallOptions)} with {@link CallOptions#DEFAULT}. */
    default <T> Future<T> request(String tool, Object input, Class<T> type) {
        return request(tool, input, type, CallOptions.DEFAULT);
    }

    /**
     * Calls a tool: {@code pricing.quote}, or a role's, {@code seat:mesh-catalog.catalog_tools}. Fails with a {@link
     * CallException} of one of five kinds: {@code NO_RESPONDER}, {@code REFUSED}, {@code INVALID}, {@code FAILED},
     * {@code TIMED_OUT}.
     *
     * @param type what to read the answer as; {@code Void.class} to ignore it
     */
    <T> Future<T> request(String tool, Object input, Class<T> type, CallOptions options);

    /**
     * Serves a tool of this module ({@code quote}) or of a role it holds ({@code seat:pricing-desk.quote}). The input
     * has passed the tool's schema before {@code handler} sees it; a call whose time is over never starts. The handler
     * fails with {@link CallException#failed} or {@link CallException#refused} to say why; any other failure reaches the
     * caller as {@code FAILED} without its text, and this module's log with it.
     */
    <T> Future<Registration> handle(String tool, Class<T> type, Function<Call<T>, ? extends Future<?>> handler);

    /** As {@link #publish(String, Object, EventOptions)} with {@link EventOptions#PLAIN}. */
    default Future<String> publish(String event, Object data) {
        return publish(event, data, EventOptions.PLAIN);
    }

    /**
     * Says that something happened: an event of this module ({@code placed}) or of a role it holds ({@code
     * seat:pricing-desk.closed}). Completes with the event's id once the stream has stored it. Data that does not fit
     * the event's schema is {@code INVALID}, more than 1 MiB {@code TOO_LARGE}; neither is sent.
     */
    Future<String> publish(String event, Object data, EventOptions options);

    /** As {@link #subscribe(String, Class, SubscribeOptions, Function)} with {@link SubscribeOptions#DEFAULT}. */
    default <T> Future<Registration> subscribe(
            String pattern, Class<T> type, Function<Event<T>, ? extends Future<?>> handler) {
        return subscribe(pattern, type, SubscribeOptions.DEFAULT, handler);
    }

    /**
     * Hears events the manifest consumes: one ({@code billing.paid}) or a pattern over them ({@code billing.*}, {@code
     * seat:pricing-desk.*}); an event's own name goes before a pattern. At least once per module, whichever instance
     * takes it. The handler's future acknowledges; a failed one is tried again after the manifest's delays, then kept as
     * a dead letter; {@link io.meshbus.sdk.bus.PoisonException} makes it one at once.
     *
     * @param options how many at once, and what stays in order
     */
    <T> Future<Registration> subscribe(
            String pattern, Class<T> type, SubscribeOptions options, Function<Event<T>, ? extends Future<?>> handler);

    /**
     * Gives work to a role ({@code pricing-desk.review}), which exactly one holder will do. Completes with the work's
     * id once it is stored; the outcome is the role's event whose {@link Event#subject} is that id.
     */
    Future<String> submit(String work, Object input);

    /** As {@link #accept(String, Class, AcceptOptions, Function)} with {@link AcceptOptions#DEFAULT}: one at a time. */
    default <T> Future<Registration> accept(String work, Class<T> type, Function<Work<T>, Future<Outcome>> handler) {
        return accept(work, type, AcceptOptions.DEFAULT, handler);
    }

    /**
     * Does the work of a role this module holds ({@code pricing-desk.review}). What the handler returns is published as
     * the role's event before the work is acknowledged. Work that finally fails is a dead letter, and the role's event
     * {@code failed} if it emits one.
     *
     * @param options how many pieces at once, and what stays in order
     */
    <T> Future<Registration> accept(
            String work, Class<T> type, AcceptOptions options, Function<Work<T>, Future<Outcome>> handler);

    /** Stops hearing, lets running handlers finish or hands their messages back; bounded and idempotent. */
    Future<Void> close();

    /**
     * A mesh for any Vert.x application or test, without a node's host. {@link #close} also closes the connection.
     * Fails with {@code BUS_UNREACHABLE}, {@code BUS_AUTH} or {@code BUS_PIN}, each with its remedy.
     */
    static Future<Mesh> connect(Vertx vertx, MeshOptions options) {
        return ModuleRuntime.connect(vertx, new Jnats(vertx), options);
    }
}
