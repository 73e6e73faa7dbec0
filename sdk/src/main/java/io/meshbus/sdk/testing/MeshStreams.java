package io.meshbus.sdk.testing;

import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerSpec;
import io.meshbus.sdk.bus.StreamAdmin.Discard;
import io.meshbus.sdk.bus.StreamAdmin.Retention;
import io.meshbus.sdk.bus.StreamAdmin.StreamSpec;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.EventRef;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.Seat;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Streams and durables of a definition, as far as modules touch them; small, as a test's server is. */
final class MeshStreams {
    private static final long STREAM_BYTES_MAX = 1L << 30;
    private static final int MESSAGE_BYTES_MAX = 2 << 20;
    private static final int ACK_PENDING_MAX = 1_000;
    private static final Duration DUPLICATES = Duration.ofMinutes(2);
    private static final Duration ACK_WAIT = Duration.ofSeconds(5);
    private static final int WORK_ATTEMPTS = 5;

    private final StreamAdmin admin;
    private final Definition definition;

    MeshStreams(StreamAdmin admin, Definition definition) {
        this.admin = admin;
        this.definition = definition;
    }

    Future<?> make() {
        List<Future<?>> made = new ArrayList<>();
        made.add(admin.assertStream(stream(
                Streams.EVENTS,
                Retention.LIMITS,
                Subjects.ALL_MODULE_EVENTS,
                Subjects.ALL_REDRIVES,
                Subjects.ALL_SEAT_EVENTS)));
        made.add(admin.assertStream(stream(Streams.DEAD_IN, Retention.WORK_QUEUE, Subjects.ALL_MODULE_DEAD)));
        made.add(admin.assertStream(stream(Streams.STATE, Retention.LIMITS, Subjects.stateKey(">"))));
        working()
                .forEach(seat -> made.add(admin.assertStream(
                        stream(Streams.seat(seat.seat()), Retention.WORK_QUEUE, Subjects.seatWork(seat.seat())))));
        return Future.all(made).compose(streams -> consumers());
    }

    private Future<?> consumers() {
        List<Future<?>> made = new ArrayList<>();
        definition.modules().values().stream()
                .filter(Manifest::consumesAnything)
                .forEach(module -> made.add(admin.assertConsumer(events(module))));
        working()
                .forEach(seat -> made.add(admin.assertConsumer(consumer(
                        Streams.seat(seat.seat()),
                        Streams.HOLDERS,
                        ACK_WAIT,
                        WORK_ATTEMPTS,
                        List.of(Subjects.seatWork(seat.seat()))))));
        made.add(admin.assertConsumer(consumer(
                Streams.DEAD_IN, Streams.DEAD_LETTER_CONSUMER, ACK_WAIT, -1, List.of(Subjects.ALL_MODULE_DEAD))));
        return Future.all(made);
    }

    private static ConsumerSpec events(Manifest module) {
        List<String> filters = new ArrayList<>(
                module.consumes().stream().map(EventRef::subject).toList());
        filters.add(Subjects.redrives(module.module()));
        return consumer(
                Streams.EVENTS,
                Streams.eventsConsumer(module.module()),
                module.delivery().ackWait(),
                module.delivery().maxDeliver(),
                filters);
    }

    private List<Seat> working() {
        return definition.seats().values().stream()
                .filter(seat -> !seat.accepts().isEmpty())
                .filter(seat -> !definition.holdersOf(seat.seat()).isEmpty())
                .toList();
    }

    private static StreamSpec stream(String name, Retention retention, String... subjects) {
        return new StreamSpec(
                name,
                List.of(subjects),
                retention,
                retention == Retention.LIMITS ? Discard.OLD : Discard.NEW,
                false,
                0,
                STREAM_BYTES_MAX,
                Duration.ZERO,
                MESSAGE_BYTES_MAX,
                1,
                DUPLICATES,
                true,
                false,
                false,
                false,
                "");
    }

    private static ConsumerSpec consumer(
            String stream, String name, Duration ackWait, int maxDeliver, List<String> filters) {
        return new ConsumerSpec(stream, name, filters, ackWait, maxDeliver, ACK_PENDING_MAX, false, "");
    }
}
