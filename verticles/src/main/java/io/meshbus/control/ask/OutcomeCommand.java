package io.meshbus.control.ask;

import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.AuditEntry;
import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerState;
import io.meshbus.sdk.bus.StreamAdmin.Scan;
import io.meshbus.sdk.bus.StreamAdmin.StreamState;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.MeshSubject;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.DeadLetter;
import io.meshbus.sdk.wire.Envelope;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What became of work (ADR 0056): one look, from positions that the asker got before it gave the work, so that nobody waits
 * here and nothing is remembered.
 */
final class OutcomeCommand {
    /** Entries of the audit among which a cancellation is looked for. */
    private static final int AUDIT_MAX = 500;

    private final Store store;
    private final StreamAdmin admin;

    OutcomeCommand(Store store, StreamAdmin admin) {
        this.store = store;
        this.admin = admin;
    }

    /**
     * Without an id: where outcomes will come. With one: {@code state} = {@code waiting}, {@code begun}, {@code told} (with
     * the event), {@code dead} (with the letter), {@code cancelled}, or {@code ended} when it has left the queue and nobody
     * said anything.
     */
    Future<JsonObject> answer(Asked asked) {
        SeatId seat = new SeatId(asked.text("seat"));
        if (!asked.input().containsKey("id")) {
            return positions();
        }
        Piece piece = new Piece(
                seat,
                asked.text("id"),
                sequence(asked),
                asked.number("events", 0, 0, Long.MAX_VALUE),
                asked.number("letters", 0, 0, Long.MAX_VALUE));
        return told(piece).compose(told -> told != null ? Future.succeededFuture(told) : untold(piece));
    }

    private static long sequence(Asked asked) {
        long sequence = asked.number("sequence", 0, 1, Long.MAX_VALUE);
        if (sequence == 0) {
            throw asked.invalid("sequence", "is missing");
        }
        return sequence;
    }

    /** @param sequence in the role's queue */
    private record Piece(SeatId seat, String id, long sequence, long events, long letters) {
        String stream() {
            return Streams.seat(seat);
        }
    }

    private Future<JsonObject> positions() {
        return last(Streams.EVENTS)
                .compose(events -> last(Streams.DEAD)
                        .map(letters -> new JsonObject().put("events", events).put("letters", letters)));
    }

    private Future<Long> last(String stream) {
        return admin.stream(stream)
                .map(state -> state.map(StreamState::lastSequence).orElse(0L));
    }

    private Future<JsonObject> untold(Piece piece) {
        return admin.get(piece.stream(), piece.sequence()).compose(there -> {
            if (there.isPresent()) {
                return admin.consumer(piece.stream(), Streams.HOLDERS)
                        .map(holders -> new JsonObject()
                                .put(
                                        "state",
                                        piece.sequence()
                                                        > holders.map(ConsumerState::delivered)
                                                                .orElse(0L)
                                                ? "waiting"
                                                : "begun"));
            }
            // It may have been told between the first look and this one.
            return told(piece).compose(told -> told != null ? Future.succeededFuture(told) : ended(piece));
        });
    }

    private Future<@Nullable JsonObject> told(Piece piece) {
        return admin.scan(
                        Streams.EVENTS,
                        Subjects.seatEvents(piece.seat()),
                        piece.events() + 1,
                        1,
                        stored -> about(stored, piece.id()))
                .map(OutcomeCommand::first);
    }

    private static @Nullable JsonObject first(Scan<JsonObject> scan) {
        return scan.picked().isEmpty() ? null : scan.picked().get(0);
    }

    private static Optional<JsonObject> about(StoredMessage stored, String id) {
        try {
            Envelope envelope = Envelope.decode(stored.message().body());
            return id.equals(envelope.subject())
                            && MeshSubject.parse(stored.message().subject()) instanceof MeshSubject.SeatEvent event
                    ? Optional.of(new JsonObject()
                            .put("state", "told")
                            .put("event", event.event().value())
                            .put("at", envelope.time().toString())
                            .put("data", data(envelope.data())))
                    : Optional.empty();
        } catch (ProblemException unreadable) {
            return Optional.empty();
        }
    }

    private static @Nullable Object data(@Nullable Buffer json) {
        return json == null ? null : Json.decodeValue(json.toString(StandardCharsets.UTF_8));
    }

    private Future<JsonObject> ended(Piece piece) {
        return admin.scan(Streams.DEAD, Subjects.DEAD_LETTERS, piece.letters() + 1, 1, stored -> letter(stored, piece))
                .compose(scan -> {
                    JsonObject dead = first(scan);
                    return dead != null
                            ? Future.succeededFuture(dead)
                            : store.auditTail(Long.MAX_VALUE, AUDIT_MAX)
                                    .map(entries -> new JsonObject()
                                            .put(
                                                    "state",
                                                    entries.stream().anyMatch(entry -> isCancellation(entry, piece))
                                                            ? "cancelled"
                                                            : "ended"));
                });
    }

    private static Optional<JsonObject> letter(StoredMessage stored, Piece piece) {
        try {
            DeadLetter letter = WireCodec.decode(stored.message().body(), DeadLetter.class);
            return letter.stream().equals(piece.stream()) && letter.sequence() == piece.sequence()
                    ? Optional.of(new JsonObject()
                            .put("state", "dead")
                            .put("letter", stored.sequence())
                            .put("code", letter.code())
                            .put("why", letter.reason()))
                    : Optional.empty();
        } catch (ProblemException unreadable) {
            return Optional.empty();
        }
    }

    private static boolean isCancellation(AuditEntry entry, Piece piece) {
        return entry.what().equals(SeatCommands.CANCEL)
                && entry.detail().equals(SeatCommands.detail(piece.seat(), piece.id()));
    }
}
