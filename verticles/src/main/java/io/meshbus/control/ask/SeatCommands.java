package io.meshbus.control.ask;

import io.meshbus.control.ControllerConfig;
import io.meshbus.control.store.Store;
import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerState;
import io.meshbus.sdk.bus.StreamAdmin.Scan;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Foundation;
import io.meshbus.sdk.manifest.Seat;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.MeshSubject;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.Work;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Roles, what waits for them, and how waiting work is taken back (spec 3.9). */
final class SeatCommands {
    private static final int SHOWN_MAX = 500;
    /** For the time of one cancellation; should this process die in it, the queue goes on by itself. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    /** As the audit names it. */
    static final String CANCEL = "seat.cancel";

    private final Vertx vertx;
    private final ControllerConfig config;
    private final Store store;
    private final StreamAdmin admin;

    SeatCommands(Vertx vertx, ControllerConfig config, Store store, StreamAdmin admin) {
        this.vertx = vertx;
        this.config = config;
        this.store = store;
        this.admin = admin;
    }

    Map<String, AskCommand> all() {
        return Map.of(
                "seats",
                this::seats,
                "seat_queue",
                this::queue,
                "seat_cancel",
                this::cancel,
                "seat_outcome",
                new OutcomeCommand(store, admin)::answer);
    }

    private Future<MeshView> view() {
        return MeshView.read(vertx, store, config);
    }

    private Future<JsonObject> seats(Asked asked) {
        return view().compose(view -> {
            JsonArray seats = view.seatsJson();
            List<Future<Void>> depths = new ArrayList<>();
            for (Object one : seats) {
                JsonObject seat = (JsonObject) one;
                if (!seat.getJsonArray("accepts").isEmpty()) {
                    depths.add(holders(new SeatId(seat.getString("name"))).map(state -> depth(seat, state)));
                }
            }
            return Future.all(depths).map(all -> new JsonObject().put("seats", seats));
        });
    }

    private Future<Optional<ConsumerState>> holders(SeatId seat) {
        return admin.consumer(Streams.seat(seat), Streams.HOLDERS);
    }

    private static Void depth(JsonObject seat, Optional<ConsumerState> state) {
        seat.put("waiting", state.map(ConsumerState::pending).orElse(0L));
        seat.put("begun", state.map(ConsumerState::unfinished).orElse(0L));
        return null;
    }

    private Future<JsonObject> queue(Asked asked) {
        SeatId seat = new SeatId(asked.text("seat"));
        long after = asked.number("after", 0, 0, Long.MAX_VALUE);
        int limit = (int) asked.number("limit", SHOWN_MAX, 1, SHOWN_MAX);
        return known(seat)
                .compose(protocol -> holders(seat))
                .compose(state -> admin.scan(
                                Streams.seat(seat),
                                Subjects.seatWork(seat),
                                after + 1,
                                limit,
                                stored -> Optional.of(Piece.of(stored)))
                        .map(scan -> queue(seat, state, scan)));
    }

    private static JsonObject queue(SeatId seat, Optional<ConsumerState> state, Scan<Piece> scan) {
        long delivered = state.map(ConsumerState::delivered).orElse(0L);
        JsonArray work = new JsonArray();
        scan.picked().forEach(piece -> work.add(piece.json(delivered)));
        JsonObject answer = new JsonObject().put("seat", seat.value());
        depth(answer, state);
        return answer.put("work", work).put("last", scan.last()).put("end", scan.end());
    }

    /** Work in a queue; what cannot be read has no id. */
    private record Piece(long sequence, Instant at, String verb, String id, String submitter) {
        static Piece of(StoredMessage stored) {
            String verb = MeshSubject.parse(stored.message().subject()) instanceof MeshSubject.SeatWork work
                    ? work.verb().value()
                    : "";
            try {
                Work work = WireCodec.decode(stored.message().body(), Work.class);
                return new Piece(stored.sequence(), stored.time(), verb, work.id(), work.submitter());
            } catch (ProblemException unreadable) {
                return new Piece(stored.sequence(), stored.time(), verb, "", "");
            }
        }

        JsonObject json(long delivered) {
            return new JsonObject()
                    .put("id", id)
                    .put("verb", verb)
                    .put("submitter", submitter)
                    .put("at", at.toString())
                    .put("state", sequence > delivered ? "waiting" : "begun");
        }
    }

    /**
     * While the queue delivers nothing, what has not been delivered cannot be: so what is taken away then is never done, and
     * what a holder has begun stays its holder's.
     */
    private Future<JsonObject> cancel(Asked asked) {
        SeatId seat = new SeatId(asked.text("seat"));
        String id = asked.text("id");
        String stream = Streams.seat(seat);
        return known(seat)
                .compose(protocol -> find(seat, id, 1))
                .compose(piece -> store.audit(asked.by(), CANCEL, detail(seat, id))
                        .compose(told -> admin.pause(stream, Streams.HOLDERS, PAUSE))
                        .compose(paused -> holders(seat))
                        .compose(state -> piece.sequence()
                                        > state.map(ConsumerState::delivered).orElse(0L)
                                ? admin.deleteMessage(stream, piece.sequence())
                                : Future.failedFuture(begun(id)))
                        .eventually(() -> admin.pause(stream, Streams.HOLDERS, Duration.ZERO)))
                .map(gone ->
                        new JsonObject().put("seat", seat.value()).put("id", id).put("cancelled", true));
    }

    static String detail(SeatId seat, String work) {
        return "seat=" + seat + " work=" + work;
    }

    private Future<Piece> find(SeatId seat, String id, long from) {
        return admin.scan(
                        Streams.seat(seat),
                        Subjects.seatWork(seat),
                        from,
                        1,
                        stored -> Optional.of(Piece.of(stored))
                                .filter(piece -> piece.id().equals(id)))
                .compose(scan -> {
                    if (!scan.picked().isEmpty()) {
                        return Future.succeededFuture(scan.picked().get(0));
                    }
                    return scan.end() ? Future.failedFuture(gone(seat, id)) : find(seat, id, scan.last() + 1);
                });
    }

    private static ProblemException gone(SeatId seat, String id) {
        return Problem.of(
                        ProblemCode.UNKNOWN_NAME,
                        "no work " + id + " waits for " + seat,
                        "it is done, or was never there",
                        "see seat queue")
                .asException();
    }

    private Future<Seat> known(SeatId id) {
        return view().map(view -> {
            Seat seat = view.definition()
                    .map(Definition::seats)
                    .map(seats -> seats.get(id))
                    .orElse(Foundation.all().get(id));
            if (seat == null || seat.accepts().isEmpty()) {
                throw Problem.of(
                                ProblemCode.UNKNOWN_NAME,
                                "no work can wait for " + id,
                                seat == null ? "there is no such role" : "the role accepts none",
                                "see seats")
                        .asException();
            }
            return seat;
        });
    }

    private static ProblemException begun(String id) {
        return Problem.of(
                        ProblemCode.REFUSED,
                        "work " + id + " does not wait any more",
                        "a holder has begun it, or failed on it and it is tried again",
                        "wait for its outcome")
                .asException();
    }
}
