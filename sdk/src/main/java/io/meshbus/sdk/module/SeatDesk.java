package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.ConsumeOptions.Lane;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.Verb;
import io.meshbus.sdk.manifest.Seat;
import io.meshbus.sdk.manifest.SeatVerb;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.schema.SchemaCheck;
import io.meshbus.sdk.subject.MeshSubject;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link Mesh#accept} for one held seat: its queue, as many pieces at a time as its options say, and the outcome as the seat's event. */
final class SeatDesk {
    private static final Logger LOG = LoggerFactory.getLogger(SeatDesk.class);
    /** Work may take long; a holder that dies meanwhile loses it after the ack wait all the same. */
    static final Duration WORK_TIME_MAX = Duration.ofHours(1);
    /** The event that tells of work that finally failed, for seats that emit it. */
    static final EventName FAILED = new EventName("failed");

    private final Vertx vertx;
    private final Bus bus;
    private final ModuleContext context;
    private final Declared declared;
    private final EventPublisher publisher;
    private final SeatId seat;
    private final DeadLetters deadLetters;
    private final Map<Verb, Doing<?>> doings = new ConcurrentHashMap<>();
    private @Nullable Consumption consumption;

    SeatDesk(Vertx vertx, Bus bus, ModuleContext context, EventPublisher publisher, SeatId seat) {
        this.vertx = vertx;
        this.bus = bus;
        this.context = context;
        this.declared = new Declared(context);
        this.publisher = publisher;
        this.seat = seat;
        this.deadLetters = new DeadLetters(bus, context.manifest().module(), "seat:" + seat);
    }

    private record Doing<T>(
            Class<T> type, AcceptOptions options, SchemaCheck check, OnContext<Work<T>, Outcome> handler) {
        /** @throws ProblemException {@code INVALID} or {@code BAD_PAYLOAD} */
        Future<Outcome> begin(io.meshbus.sdk.wire.Work work, long attempt, @Nullable String traceparent) {
            var json = work.input().text();
            check.check(json).ifPresent(misfit -> {
                throw misfit.problem("work " + work.id()).asException();
            });
            CallOptions onward = new CallOptions(CallOptions.TIMEOUT_DEFAULT, traceparent);
            return handler.call(new Work<>(Json.read(json, type), work.id(), work.submitter(), attempt, onward));
        }
    }

    <T> Future<Registration> accept(
            SeatVerb work, Class<T> type, AcceptOptions options, Function<Work<T>, Future<Outcome>> handler) {
        Doing<T> doing =
                new Doing<>(type, options, SchemaCheck.of(declared.workSchema(work)), OnContext.here(vertx, handler));
        if (doings.putIfAbsent(work.verb(), doing) != null) {
            return Future.failedFuture(
                    Problem.of(ProblemCode.ALREADY_EXISTS, work + " is accepted already", "", "accept it once")
                            .asException());
        }
        return Future.succeededFuture(() -> {
            doings.remove(work.verb(), doing);
            return Future.succeededFuture();
        });
    }

    /** Begins to take work, on the caller's context. Again is no change. */
    void begin() {
        if (consumption == null && !doings.isEmpty()) {
            int concurrency = doings.values().stream()
                    .mapToInt(doing -> doing.options().concurrency())
                    .reduce(AcceptOptions.DEFAULT.concurrency(), Math::max);
            ConsumeOptions options = ConsumeOptions.DEFAULT
                    .withConcurrency(concurrency)
                    .withPrefetch(1)
                    .withLanes(this::lane)
                    .withTimes(ConsumeOptions.DEFAULT.ackWait(), WORK_TIME_MAX);
            consumption = bus.consume(Streams.seat(seat), Streams.HOLDERS, options, this::deliver, this::handOver);
        }
    }

    /** What cannot be read has no lane: its handler says why. */
    private @Nullable Lane lane(Message message) {
        try {
            Doing<?> doing = doings.get(verbOf(message));
            return doing == null || doing.options().orderedBy() == null
                    ? null
                    : lane(
                            doing.options().orderedBy(),
                            WireCodec.decode(message.body(), io.meshbus.sdk.wire.Work.class));
        } catch (ProblemException unreadable) {
            return null;
        }
    }

    private static @Nullable Lane lane(
            Function<Work<JsonObject>, @Nullable String> orderedBy, io.meshbus.sdk.wire.Work work) {
        JsonObject body = Json.read(work.input().text(), JsonObject.class);
        String key = orderedBy.apply(new Work<>(body, work.id(), work.submitter(), 1, CallOptions.DEFAULT));
        return key == null ? null : new Lane(key, 1);
    }

    Future<Void> stop(Duration deadline) {
        return consumption == null ? Future.succeededFuture() : consumption.stop(deadline);
    }

    boolean idle() {
        return doings.isEmpty();
    }

    Future<?> deliver(Delivery delivery) {
        try {
            return take(delivery);
        } catch (ProblemException undoable) {
            return Future.failedFuture(DeadLetters.poison(undoable));
        }
    }

    private Future<?> take(Delivery delivery) {
        Verb verb = verbOf(delivery.message());
        Doing<?> doing = doings.get(verb);
        if (doing == null) {
            return Unhandled.again(delivery, "work " + seat + "." + verb, ConsumeOptions.DEFAULT.maxDeliver());
        }
        io.meshbus.sdk.wire.Work work = workOf(delivery);
        String trace = delivery.message().headers().first(WireHeaders.TRACEPARENT);
        return doing.begin(work, delivery.attempt(), trace).compose(outcome -> tell(work.id(), outcome, trace));
    }

    private Future<?> tell(String work, Outcome outcome, @Nullable String trace) {
        if (outcome.event() == null) {
            return Future.succeededFuture();
        }
        Declared.Emitted emitted = declared.seatEvent(seat, new EventName(outcome.event()));
        Object data = Optional.ofNullable(outcome.data()).orElseGet(JsonObject::new);
        return publisher.publish(emitted, data, new EventOptions(null, work, trace));
    }

    private Future<?> handOver(Delivery delivery, Throwable reason) {
        return deadLetters.hand(delivery, reason).compose(handed -> tellFailed(delivery, reason));
    }

    /** Best effort: the dead letter is safe already, and the submitter may look there. */
    private Future<?> tellFailed(Delivery delivery, Throwable reason) {
        Optional<Seat> protocol = context.seat(seat);
        if (protocol.isEmpty() || !protocol.get().emits().containsKey(FAILED)) {
            return Future.succeededFuture();
        }
        JsonObject data = new JsonObject()
                .put("verb", verbOf(delivery.message()).value())
                .put("code", DeadLetters.code(reason))
                .put("reason", DeadLetters.reason(reason));
        return Future.succeededFuture(delivery)
                .map(SeatDesk::workOf)
                .<Object>compose(work ->
                        tell(work.id(), new Outcome(FAILED.value(), data), null).mapEmpty())
                .otherwise(failure -> {
                    LOG.warn("work-failure-untold seat={} sequence={}", seat, delivery.streamSequence(), failure);
                    return "";
                });
    }

    private static io.meshbus.sdk.wire.Work workOf(Delivery delivery) {
        return WireCodec.decode(delivery.message().body(), io.meshbus.sdk.wire.Work.class);
    }

    private static Verb verbOf(Message message) {
        if (MeshSubject.parse(message.subject()) instanceof MeshSubject.SeatWork work) {
            return work.verb();
        }
        throw Problem.of(ProblemCode.BAD_SUBJECT, message.subject() + " is no work", "", "")
                .asException();
    }
}
