package io.meshbus.control.genesis.rules;

import io.meshbus.sdk.bus.StreamAdmin.ConsumerSpec;
import io.meshbus.sdk.bus.StreamAdmin.StreamSpec;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Definition.Settings;
import io.meshbus.sdk.manifest.EventRef;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All streams and durables of a mesh (spec 2.3, 3.8): the fixed ones, one work queue a seat, one durable of EVENTS a
 * consuming module. Pure.
 */
public final class StreamSpecs {
    /** Held messages must not starve fresh ones. */
    public static final int CONTROL_ACK_PENDING_MAX = 100_000;

    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final long PER_CONTROL_SUBJECT_MAX = 1_000;
    /**
     * A stream has one bound for all its subjects, and a push (below 1 MiB, with its wrapping) travels through CONTROL, so
     * this cannot be the 64 KiB that suffice for a report.
     */
    private static final int PUSH_MESSAGE_BYTES_MAX = BrokerConf.PAYLOAD_BYTES_MAX;

    private static final int DECLARATION_BYTES_MAX = BrokerConf.PAYLOAD_BYTES_MAX;

    private static final int EVENT_BYTES_MAX = (1 << 20) + (64 << 10);
    private static final int DEAD_BYTES_MAX = BrokerConf.PAYLOAD_BYTES_MAX;
    private static final int CHUNK_BYTES_MAX = 192 << 10;
    private static final int STATE_BYTES_MAX = 256 << 10;
    private static final int SEAT_MAX_DELIVER = 5;
    private static final int UNLIMITED = -1;
    private static final int ACK_PENDING_MAX = 10_000;
    private static final Duration ACK_WAIT = Duration.ofSeconds(30);
    private static final int NO_BYTES_BOUND = 0;
    /** How far apart the hand-over and the advisory of one failure may come, or a letter and its repetition. */
    private static final Duration SAME_LETTER = Duration.ofDays(1);

    private StreamSpecs() {}

    /** What a revision needs, in the order in which it is to be asserted: each durable after its stream. */
    public record Specs(List<StreamSpec> streams, List<ConsumerSpec> consumers) {
        public Specs {
            streams = List.copyOf(streams);
            consumers = List.copyOf(consumers);
        }
    }

    /**
     * @param living the newest definition and those that some node still lives by; oldest first
     * @param replicas 1, or 3 in a cluster
     */
    public static Specs of(Collection<Definition> living, int replicas) {
        Settings settings = Settings.NONE;
        for (Definition definition : living) {
            settings = definition.settings();
        }
        List<StreamSpec> streams = new ArrayList<>(fixed(replicas, settings, living));
        List<ConsumerSpec> consumers = new ArrayList<>(fixedConsumers());
        SortedSet<SeatId> seats = new TreeSet<>();
        SortedMap<ModuleId, Manifest> newest = new TreeMap<>();
        SortedMap<ModuleId, Set<String>> filters = new TreeMap<>();
        for (Definition definition : living) {
            definition.seats().values().stream()
                    .filter(seat -> !seat.accepts().isEmpty())
                    .forEach(seat -> seats.add(seat.seat()));
            definition.modules().forEach((module, manifest) -> {
                if (manifest.consumesAnything()) {
                    newest.put(module, manifest);
                    filters.computeIfAbsent(module, m -> new LinkedHashSet<>()).addAll(subjects(manifest));
                }
            });
        }
        for (SeatId seat : seats) {
            streams.add(seatStream(seat, replicas));
            consumers.add(holders(seat));
        }
        for (Map.Entry<ModuleId, Manifest> entry : newest.entrySet()) {
            consumers.add(events(entry.getValue(), filters.getOrDefault(entry.getKey(), Set.of())));
        }
        return new Specs(streams, consumers);
    }

    private static List<StreamSpec> fixed(int replicas, Settings settings, Collection<Definition> living) {
        return List.of(
                stream(Streams.CONTROL, "Reports, enrolment and pushes on their way to the controller")
                        .subjects(Subjects.ALL_REPORTS, Subjects.ALL_BROKER_REPORTS, Subjects.ENROL, Subjects.PUSH)
                        .workQueue()
                        .perSubject(PER_CONTROL_SUBJECT_MAX)
                        .bytes(GIB, PUSH_MESSAGE_BYTES_MAX)
                        .build(replicas),
                stream(Streams.NODES, "What each node must be")
                        .subjects(Subjects.ALL_DECLARATIONS)
                        .lastPerSubject()
                        .bytes(256 * MIB, DECLARATION_BYTES_MAX)
                        .neverDeleted()
                        .build(replicas),
                stream(Streams.EVENTS, "Events of modules and seats")
                        .subjects(Subjects.ALL_MODULE_EVENTS, Subjects.ALL_REDRIVES, Subjects.ALL_SEAT_EVENTS)
                        .age(Duration.ofDays(7))
                        .bytes(GIB, EVENT_BYTES_MAX)
                        .retain(settings.retention().get("events"))
                        .shared(living, settings.retention().get("events"))
                        .neverDeleted()
                        .build(replicas),
                stream(Streams.DEAD_IN, "Deliveries that have finally failed, on their way to the dead letters")
                        .subjects(Subjects.ALL_MODULE_DEAD, Subjects.MAX_DELIVERIES_ADVISORIES)
                        .workQueue()
                        .bytes(64 * MIB, DEAD_BYTES_MAX)
                        .build(replicas),
                stream(Streams.DEAD, "Dead letters")
                        .subjects(Subjects.DEAD_LETTERS)
                        .age(Duration.ofDays(30))
                        .bytes(256 * MIB, DEAD_BYTES_MAX)
                        .duplicates(SAME_LETTER)
                        .retain(settings.retention().get("dead"))
                        .build(replicas),
                stream(Streams.ARTEFACTS, "Content-addressed artefacts in chunks")
                        .subjects(Subjects.ALL_ARTEFACTS)
                        .firstPerSubject()
                        .bytes(NO_BYTES_BOUND, CHUNK_BYTES_MAX)
                        .retain(settings.retention().get("artefacts"))
                        .build(replicas),
                stream(Streams.STATE, "Observed state of nodes and modules")
                        .subjects(Subjects.stateKey(">"))
                        .lastPerSubject()
                        .rollup()
                        .bytes(64 * MIB, STATE_BYTES_MAX)
                        .build(replicas));
    }

    private static List<ConsumerSpec> fixedConsumers() {
        return List.of(
                new ConsumerSpec(
                        Streams.CONTROL,
                        Streams.CONTROLLER_CONSUMER,
                        List.of(Subjects.ALL_REPORTS, Subjects.ALL_BROKER_REPORTS, Subjects.ENROL, Subjects.PUSH),
                        ACK_WAIT,
                        UNLIMITED,
                        CONTROL_ACK_PENDING_MAX,
                        false,
                        "The intake"),
                new ConsumerSpec(
                        Streams.DEAD_IN,
                        Streams.DEAD_LETTER_CONSUMER,
                        List.of(Subjects.ALL_MODULE_DEAD, Subjects.MAX_DELIVERIES_ADVISORIES),
                        ACK_WAIT,
                        UNLIMITED,
                        ACK_PENDING_MAX,
                        false,
                        "The dead-letter verticle"));
    }

    private static StreamSpec seatStream(SeatId seat, int replicas) {
        return stream(Streams.seat(seat), "Work submitted to the seat " + seat)
                .subjects(Subjects.seatWork(seat))
                .workQueue()
                .bytes(256 * MIB, EVENT_BYTES_MAX)
                .build(replicas);
    }

    private static ConsumerSpec holders(SeatId seat) {
        return new ConsumerSpec(
                Streams.seat(seat),
                Streams.HOLDERS,
                List.of(Subjects.seatWork(seat)),
                ACK_WAIT,
                SEAT_MAX_DELIVER,
                ACK_PENDING_MAX,
                false,
                "The holders of the seat " + seat);
    }

    /** New filters come last (spec 3.8): the module's own redrives, then older definitions' subjects, then newer ones. */
    private static ConsumerSpec events(Manifest manifest, Set<String> subjects) {
        List<String> filters = new ArrayList<>();
        filters.add(Subjects.redrives(manifest.module()));
        filters.addAll(subjects);
        return new ConsumerSpec(
                Streams.EVENTS,
                Streams.eventsConsumer(manifest.module()),
                filters,
                manifest.delivery().ackWait(),
                manifest.delivery().maxDeliver(),
                ACK_PENDING_MAX,
                true,
                "The module " + manifest.module());
    }

    private static List<String> subjects(Manifest manifest) {
        return manifest.consumes().stream().map(EventRef::subject).distinct().toList();
    }

    private static StreamDraft stream(String name, String description) {
        return new StreamDraft(name, description);
    }
}
