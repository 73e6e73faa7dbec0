package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.ConsumeOptions.Lane;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.manifest.EventRef;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.MeshSubject;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.wire.Envelope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@link Mesh#subscribe}: the module's one durable of EVENTS, and which handler takes which event of it. Redriven dead
 * letters come the same way under their original subject.
 */
final class EventInbox {
    private final Vertx vertx;
    private final Bus bus;
    private final Declared declared;
    private final Manifest manifest;
    private final Map<String, Handling<?>> byName = new ConcurrentHashMap<>();
    private final Map<String, Handling<?>> byPattern = new ConcurrentHashMap<>();
    private @Nullable Consumption consumption;

    EventInbox(Vertx vertx, Bus bus, Declared declared, Manifest manifest) {
        this.vertx = vertx;
        this.bus = bus;
        this.declared = declared;
        this.manifest = manifest;
    }

    /** @param name of its lanes */
    private record Handling<T>(String name, Class<T> type, SubscribeOptions options, OnContext<Event<T>, ?> handler) {
        /** @throws ProblemException {@code BAD_PAYLOAD} */
        Future<?> handle(String name, long attempt, Envelope envelope) {
            return handler.call(new Event<>(read(envelope, type), name, attempt, envelope));
        }

        private static <B> B read(Envelope envelope, Class<B> type) {
            return Json.read(Optional.ofNullable(envelope.data()).orElseGet(() -> Json.write(null)), type);
        }

        /** Keys share as many lanes as there may be at once, so one lane bounds both. */
        @Nullable
        Lane lane(String event, Message message) {
            Function<Event<JsonObject>, @Nullable String> orderedBy = options.orderedBy();
            if (orderedBy == null) {
                return options.equals(SubscribeOptions.DEFAULT) ? null : new Lane(name, options.concurrency());
            }
            Envelope envelope = Envelope.decode(message.body());
            String key = orderedBy.apply(new Event<>(read(envelope, JsonObject.class), event, 1, envelope));
            int lane = Math.floorMod(key == null ? envelope.id().hashCode() : key.hashCode(), options.concurrency());
            return new Lane(name + "#" + lane, 1);
        }
    }

    <T> Future<Registration> subscribe(
            String pattern, Class<T> type, SubscribeOptions options, Function<Event<T>, ? extends Future<?>> handler) {
        Map<String, Handling<?>> handlers = pattern.endsWith(".*") ? byPattern : byName;
        List<String> subjects =
                declared.consumed(pattern).stream().map(EventRef::subject).toList();
        if (subjects.stream().anyMatch(handlers::containsKey)) {
            return Future.failedFuture(Problem.of(
                            ProblemCode.ALREADY_EXISTS,
                            pattern + " has a handler already",
                            "an event has one handler, which acknowledges it",
                            "do both things in one handler")
                    .asException());
        }
        Handling<T> handling = new Handling<>(pattern, type, options, OnContext.here(vertx, handler));
        subjects.forEach(subject -> handlers.put(subject, handling));
        return Future.succeededFuture(() -> {
            subjects.forEach(subject -> handlers.remove(subject, handling));
            return Future.succeededFuture();
        });
    }

    /** Begins to draw, on the caller's context. Again is no change. */
    void begin() {
        if (consumption == null && manifest.consumesAnything()) {
            Manifest.Delivery delivery = manifest.delivery();
            ConsumeOptions options = ConsumeOptions.DEFAULT
                    .withMaxDeliver(delivery.maxDeliver())
                    .withDelays(delivery.delays())
                    .withTimes(delivery.ackWait(), ConsumeOptions.DEFAULT.handlerTimeout())
                    .withConcurrency(concurrency())
                    .withLanes(this::lane);
            consumption = bus.consume(
                    Streams.EVENTS,
                    Streams.eventsConsumer(manifest.module()),
                    options,
                    this::deliver,
                    new DeadLetters(bus, manifest.module(), manifest.module().value()));
        }
    }

    /** All handlers together, and no less than the widest of them. */
    private int concurrency() {
        return Stream.concat(byName.values().stream(), byPattern.values().stream())
                .mapToInt(handling -> handling.options().concurrency())
                .reduce(SubscribeOptions.DEFAULT.concurrency(), Math::max);
    }

    /** What cannot be read has no lane: its handler says why. */
    private @Nullable Lane lane(Message message) {
        String subject = DeadLetters.subjectOf(message);
        Handling<?> handling = handling(subject);
        try {
            return handling == null ? null : handling.lane(nameOf(subject), message);
        } catch (ProblemException unreadable) {
            return null;
        }
    }

    boolean hears() {
        return !byName.isEmpty() || !byPattern.isEmpty();
    }

    Future<Void> stop(Duration deadline) {
        return consumption == null ? Future.succeededFuture() : consumption.stop(deadline);
    }

    /** Consumed events that no handler takes. */
    Stream<EventRef> unhandled() {
        return manifest.consumes().stream().filter(ref -> handling(ref.subject()) == null);
    }

    Future<?> deliver(Delivery delivery) {
        try {
            return handle(delivery);
        } catch (ProblemException undecodable) {
            return Future.failedFuture(DeadLetters.poison(undecodable));
        }
    }

    private Future<?> handle(Delivery delivery) {
        String subject = DeadLetters.subjectOf(delivery.message());
        String name = nameOf(subject);
        Handling<?> handling = handling(subject);
        if (handling == null) {
            return Unhandled.again(
                    delivery, "event " + name, manifest.delivery().maxDeliver());
        }
        Envelope envelope = Envelope.decode(delivery.message().body());
        requireSame(subject, "event", name, envelope.type());
        if (MeshSubject.parse(subject) instanceof MeshSubject.Event event) {
            String source = envelope.source();
            requireSame(subject, "source", event.module().value(), source.substring(source.lastIndexOf('/') + 1));
        }
        return handling.handle(name, delivery.attempt(), envelope);
    }

    /** Arrival proves nothing (spec 2.4): what the payload says of itself is what the subject says. */
    private static void requireSame(String subject, String what, String expected, String said) {
        if (!said.equals(expected)) {
            throw Problem.of(
                            ProblemCode.BAD_PAYLOAD,
                            "an event on " + subject + " names another " + what,
                            expected + " is expected",
                            "publish it where it belongs")
                    .asException();
        }
    }

    private @Nullable Handling<?> handling(String subject) {
        Handling<?> exact = byName.get(subject);
        return exact != null ? exact : byPattern.get(subject);
    }

    private static String nameOf(String subject) {
        MeshSubject parsed = MeshSubject.parse(subject);
        if (parsed instanceof MeshSubject.Event e) {
            return new EventRef.OfModule(e.module(), e.event()).toString();
        }
        if (parsed instanceof MeshSubject.SeatEvent e) {
            return new EventRef.OfSeat(e.seat(), e.event()).toString();
        }
        throw Problem.of(
                        ProblemCode.BAD_SUBJECT,
                        "a message on " + subject + " is no event",
                        "EVENTS carries events and redriven ones, which name their event in a header",
                        "")
                .asException();
    }
}
