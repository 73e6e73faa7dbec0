package io.meshbus.control.genesis.rules;

import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.Seat;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * How many messages one subject of EVENTS may have, so that no emitter fills more than half of the stream (docs/adr/0025).
 * Beyond it the subject forgets its own oldest. Strict when the definition bounds the size of an event; otherwise it holds
 * for events up to {@link #EVENT_BYTES_RECKONED}, and one that sends larger ones can fill more.
 */
final class EventShare {
    /** A large event of every day, with headers. */
    static final int EVENT_BYTES_RECKONED = 4 << 10;
    /** What the server adds to a stored message: its record, and the subject. */
    static final int RECORD_BYTES = 256;
    /** Where nothing strict was asked for, a subject keeps at least this. */
    static final long MESSAGES_MIN = 1_000;

    private static final long SHARES = 2;

    private EventShare() {}

    /**
     * @param streamBytes bound of the stream
     * @param maxEvent bound of one event as the definition says it, or null
     */
    static long perSubject(Collection<Definition> living, long streamBytes, @Nullable Long maxEvent) {
        long subjects = living.stream()
                .mapToLong(EventShare::subjectsOfOneEmitter)
                .max()
                .orElse(1);
        long size = (maxEvent == null ? EVENT_BYTES_RECKONED : maxEvent) + RECORD_BYTES;
        return Math.max(maxEvent == null ? MESSAGES_MIN : 1, streamBytes / SHARES / Math.max(1, subjects) / size);
    }

    /** Event subjects that the busiest module of a definition may publish to, its seats' included. */
    private static long subjectsOfOneEmitter(Definition definition) {
        return definition.modules().values().stream()
                .mapToLong(manifest -> subjects(definition, manifest))
                .max()
                .orElse(1);
    }

    private static long subjects(Definition definition, Manifest manifest) {
        long own = manifest.emits().size();
        for (SeatId id : manifest.holds()) {
            Seat seat = definition.seats().get(id);
            own += seat == null ? 0 : seat.emits().size();
        }
        return own;
    }
}
