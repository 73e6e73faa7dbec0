package io.meshbus.control.deadletter;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.deadletter.rules.Letter;
import io.meshbus.control.deadletter.rules.LetterFilter;
import io.meshbus.control.deadletter.rules.Redriving;
import io.meshbus.control.store.Store;
import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.Scan;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.Digest;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a person does with dead letters. A redrive or drop of many is done in steps, each asked for by whoever paces them
 * (ADR 0040): the controller remembers no run, and who stops asking has stopped it.
 */
final class LetterDesk {
    /** Letters looked at by one {@code list}; the rest by {@code after}. */
    private static final int LOOKED_AT_MAX = 20_000;

    private static final int SHOWN_DEFAULT = 100;
    /** Letters of one step at most. */
    private static final int STEP_MAX = 100;

    private final Vertx vertx;
    private final Bus streams;
    private final StreamAdmin admin;
    private final Store store;
    private final String salt;

    /** @param salt makes redrives' message ids unguessable, so that no module can make the stream take one for a duplicate */
    LetterDesk(Vertx vertx, Bus streams, StreamAdmin admin, Store store, String salt) {
        this.vertx = vertx;
        this.streams = streams;
        this.admin = admin;
        this.store = store;
        this.salt = salt;
    }

    void open() {
        serve(ControlAddress.DEAD_LIST, this::list);
        serve(ControlAddress.DEAD_SHOW, this::show);
        serve(ControlAddress.DEAD_REDRIVE, request -> step(request, new Redrive(request)));
        serve(ControlAddress.DEAD_DROP, request -> step(request, new Drop()));
    }

    private void serve(String address, Function<JsonObject, Future<JsonObject>> answer) {
        vertx.eventBus().<JsonObject>localConsumer(address, message -> answer(message, answer));
    }

    private static void answer(Message<JsonObject> message, Function<JsonObject, Future<JsonObject>> with) {
        try {
            with.apply(message.body()).onSuccess(message::reply).onFailure(fault -> fail(message, fault));
        } catch (ProblemException refused) {
            fail(message, refused);
        }
    }

    private static void fail(Message<?> message, Throwable fault) {
        Problem problem = fault instanceof ProblemException known
                ? known.problem()
                : Problem.of(ProblemCode.INTERNAL, "the dead letters failed", String.valueOf(fault), "see the log");
        message.fail(
                problem.code().number(),
                problem.what()
                        + (problem.why().isEmpty() ? "" : ": " + problem.why())
                        + (problem.remedy().isEmpty() ? "" : "; " + problem.remedy()));
    }

    private static LetterFilter filter(JsonObject request, long upTo) {
        return new LetterFilter(
                request.getString("module"),
                request.getString("event"),
                request.getString("reason"),
                request.getString("version"),
                upTo);
    }

    private Future<JsonObject> list(JsonObject request) {
        LetterFilter filter = filter(request, Long.MAX_VALUE);
        int limit = request.getInteger("limit", SHOWN_DEFAULT);
        return admin.scan(
                        Streams.DEAD,
                        Subjects.DEAD_LETTERS,
                        request.getLong("after", 0L) + 1,
                        LOOKED_AT_MAX,
                        stored -> Letter.read(stored).map(Letter::withoutBytes))
                .compose(scan -> admin.stream(Streams.DEAD).map(state -> {
                    List<Letter> matching =
                            scan.picked().stream().filter(filter::matches).toList();
                    JsonArray newest = new JsonArray();
                    matching.subList(Math.max(0, matching.size() - limit), matching.size())
                            .forEach(letter -> newest.add(LetterJson.summary(letter)));
                    return new JsonObject()
                            .put("letters", newest)
                            .put("groups", LetterJson.groups(matching))
                            .put("matched", matching.size())
                            .put(
                                    "total",
                                    state.map(StreamAdmin.StreamState::messages).orElse(0L))
                            .put("last", scan.last())
                            .put("end", scan.end());
                }));
    }

    private Future<JsonObject> show(JsonObject request) {
        long id = request.getLong("id");
        return one(id).map(found -> LetterJson.whole(found.orElseThrow(() -> Problem.of(
                        ProblemCode.UNKNOWN_NAME,
                        "there is no dead letter " + id,
                        "it was redriven, dropped, or is too old",
                        "see dead list")
                .asException())));
    }

    private Future<Optional<Letter>> one(long id) {
        return admin.get(Streams.DEAD, id).map(found -> found.flatMap(Letter::read));
    }

    /** What is done with one letter before it leaves DEAD. */
    private interface Deed {
        String name();

        Future<?> with(Letter letter);
    }

    private static final class Drop implements Deed {
        @Override
        public String name() {
            return "dead.drop";
        }

        @Override
        public Future<?> with(Letter letter) {
            return Future.succeededFuture();
        }
    }

    private final class Redrive implements Deed {
        private final Future<Definition> definition = definition();
        private final @Nullable Buffer edited;

        Redrive(JsonObject request) {
            String body = request.getString("body");
            edited = body == null ? null : Buffer.buffer(Base64.getDecoder().decode(body));
        }

        @Override
        public String name() {
            return edited == null ? "dead.redrive" : "dead.redrive.edited";
        }

        @Override
        public Future<?> with(Letter letter) {
            String token = "r" + Digest.sha256(salt + ":" + letter.id()).substring(0, 32);
            return definition
                    .map(now -> Redriving.back(now, letter.dead(), token))
                    .compose(way -> body(letter)
                            .compose(body -> streams.store(
                                    io.meshbus.sdk.bus.Message.of(way.subject(), way.headers(), body),
                                    PublishOptions.id(token))));
        }

        private Future<Buffer> body(Letter letter) {
            Buffer given = edited;
            return given != null ? Future.succeededFuture(given) : bytes(letter);
        }
    }

    /** A letter without bytes had no room for them: they are still where they were, for as long as the stream keeps them. */
    private Future<Buffer> bytes(Letter letter) {
        if (!letter.dead().body().isEmpty()) {
            return Future.succeededFuture(
                    Buffer.buffer(Base64.getDecoder().decode(letter.dead().body())));
        }
        return admin.get(letter.dead().stream(), letter.dead().sequence())
                .map(found -> found.map(StoredMessage::message)
                        .map(io.meshbus.sdk.bus.Message::body)
                        .orElseGet(Buffer::buffer));
    }

    private record Step(List<Letter> letters, List<Long> missing, long after, long upTo, boolean end, String what) {}

    private Future<JsonObject> step(JsonObject request, Deed deed) {
        JsonArray ids = request.getJsonArray("ids");
        Future<Step> chosen = ids == null ? byFilter(request) : byIds(ids);
        return chosen.compose(step -> {
            JsonArray done = new JsonArray();
            JsonArray refused = new JsonArray();
            return audit(request, deed, step)
                    .compose(told -> each(
                            step.letters(),
                            letter -> deed.with(letter)
                                    .compose(sent -> admin.deleteMessage(Streams.DEAD, letter.id()))
                                    .onSuccess(gone -> done.add(letter.id()))
                                    .recover(fault -> refusal(letter, fault, refused))))
                    .map(all -> new JsonObject()
                            .put("done", done)
                            .put("refused", refused)
                            .put("missing", new JsonArray(step.missing()))
                            .put("after", step.after())
                            .put("upTo", step.upTo())
                            .put("end", step.end()));
        });
    }

    /** A letter that nobody would get stays; a bus that is away ends the step. */
    private static Future<Void> refusal(Letter letter, Throwable fault, JsonArray refused) {
        if (fault instanceof ProblemException known
                && (known.code() == ProblemCode.REFUSED
                        || known.code() == ProblemCode.UNKNOWN_NAME
                        || known.code() == ProblemCode.TOO_LARGE
                        || known.code() == ProblemCode.BAD_PAYLOAD)) {
            refused.add(new JsonObject()
                    .put("id", letter.id())
                    .put("code", known.code().name())
                    .put("why", known.problem().why()));
            return Future.succeededFuture();
        }
        return Future.failedFuture(fault);
    }

    /** Before it is done: nothing happens that is not written down. */
    private Future<Void> audit(JsonObject request, Deed deed, Step step) {
        return step.letters().isEmpty()
                ? Future.succeededFuture()
                : store.audit(
                        request.getString("by"),
                        deed.name(),
                        step.what() + " letters="
                                + step.letters().stream().map(Letter::id).toList());
    }

    private Future<Step> byIds(JsonArray ids) {
        List<Letter> letters = new ArrayList<>();
        List<Long> missing = new ArrayList<>();
        List<Long> wanted = ids.stream()
                .map(id -> ((Number) id).longValue())
                .distinct()
                .limit(STEP_MAX)
                .toList();
        return each(
                        wanted,
                        id -> one(id).<Void>map(found -> {
                            found.ifPresentOrElse(letters::add, () -> missing.add(id));
                            return null;
                        }))
                .map(read -> new Step(letters, missing, 0, 0, true, "by id"));
    }

    private Future<Step> byFilter(JsonObject request) {
        int limit = Math.min(STEP_MAX, request.getInteger("limit", STEP_MAX));
        long after = request.getLong("after", 0L);
        return upTo(request).compose(upTo -> {
            LetterFilter filter = filter(request, upTo);
            return admin.scan(
                            Streams.DEAD,
                            Subjects.DEAD_LETTERS,
                            after + 1,
                            limit,
                            stored -> Letter.read(stored).filter(filter::matches))
                    .map(scan -> new Step(
                            scan.picked(),
                            List.of(),
                            Math.max(after, scan.last()),
                            upTo,
                            ended(scan, upTo),
                            filter.text()));
        });
    }

    private static boolean ended(Scan<Letter> scan, long upTo) {
        return scan.end() || scan.last() >= upTo;
    }

    /** Letters that come while it goes on are not meant: what fails again is not redriven for ever. */
    private Future<Long> upTo(JsonObject request) {
        Long given = request.getLong("upTo");
        return given != null
                ? Future.succeededFuture(given)
                : admin.stream(Streams.DEAD)
                        .map(state ->
                                state.map(StreamAdmin.StreamState::lastSequence).orElse(0L));
    }

    private Future<Definition> definition() {
        return store.desired(Answers.DERIVED).map(desired -> {
            List<Living> all = desired.mesh().definitions();
            if (all.isEmpty()) {
                throw Problem.of(ProblemCode.UNKNOWN_NAME, "this mesh has no definition", "", "push one")
                        .asException();
            }
            return all.get(all.size() - 1).definition();
        });
    }

    /** One after the other, in their order. */
    private static <T> Future<Void> each(List<T> items, Function<T, Future<Void>> step) {
        Future<Void> chain = Future.succeededFuture();
        for (T item : items) {
            chain = chain.compose(done -> step.apply(item));
        }
        return chain;
    }
}
