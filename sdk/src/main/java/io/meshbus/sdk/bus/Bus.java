package io.meshbus.sdk.bus;

import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * One connection to the bus as one principal (spec 4.2). Futures complete, and handlers run, on the Vert.x context of
 * the caller; nothing here blocks. A refusal by the server fails the call that caused it with {@code
 * PERMISSION_VIOLATION}, never as a time-out. After {@link #close} every call fails with {@code CLOSED}.
 */
public interface Bus {
    PrincipalId principal();

    BusState state();

    /** The URL it is connected to now, or was last. */
    String url();

    /** Called on the caller's context at each change, for as long as the bus lives. */
    void onState(Handler<BusState> handler);

    /**
     * Called on the caller's context for each fault that belongs to no pending call: a core publish the server refused,
     * an ack it refused, a lost subscription, {@code BUS_AUTH} once when the user has been taken away (the bus goes on
     * trying). Such faults are counted and logged, too.
     */
    void onFault(Handler<Problem> handler);

    /** The counters since the connect. */
    BusMetrics metrics();

    /**
     * Core publish: at most once. Completes when the bytes are with the connection; while the bus is away they are held
     * up to a bound, then {@code BUS_AWAY}.
     */
    Future<Void> publish(Message message);

    /** Publish to a stream; completes with the stream's acknowledgement. */
    Future<Stored> store(Message message, PublishOptions options);

    /**
     * Core request. Fails with {@code NO_RESPONDER} when nobody listens, {@code TIMED_OUT} after {@code timeout}. The
     * reply address is unguessable.
     */
    Future<Message> request(Message message, Duration timeout);

    /** Core subscription; completes once the server has accepted it. */
    Future<Subscription> subscribe(String subject, Handler<Message> handler);

    /**
     * Serves requests in a queue group. A request whose reply does not lie under {@code _INBOX.} is refused and counted
     * (spec 2.5); the answer is what the handler's future gives. At most {@code concurrency} run at once, the rest wait
     * in a bounded queue.
     */
    Future<Subscription> serve(
            String subject, String queue, int concurrency, Function<Message, Future<Message>> handler);

    /** Core subscription in a queue group, without answers. */
    Future<Subscription> subscribe(String subject, String queue, Handler<Message> handler);

    /** The deliveries of a durable, paused until a handler is set and demand is given (fetch or resume). */
    Consumption consume(String stream, String consumer, ConsumeOptions options);

    /**
     * Runs {@code handler} for each delivery: success acks, failure naks with the delay of its attempt; at the last
     * attempt, or at once for a {@link PoisonException}, {@code onFinal} is awaited and the delivery terminated with the
     * reason (a failing {@code onFinal} naks instead). Extends while the handler is pending.
     */
    Consumption consume(
            String stream,
            String consumer,
            ConsumeOptions options,
            Function<Delivery, Future<?>> handler,
            FinalFailure onFinal);

    /** Direct get of the last message on a subject; empty when there is none. */
    Future<Optional<StoredMessage>> last(String stream, String subject);

    /** A round trip to the server: everything published before has reached it. */
    Future<Void> flush();

    /** Stops consumption, finishes or naks, flushes, closes; one deadline; idempotent. */
    Future<Void> close(Duration deadline);

    /** What happens before a delivery that has finally failed is terminated. */
    @FunctionalInterface
    interface FinalFailure {
        Future<?> hand(Delivery delivery, Throwable reason);
    }
}
