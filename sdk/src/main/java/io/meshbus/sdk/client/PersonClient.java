package io.meshbus.sdk.client;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.Subscription;
import io.meshbus.sdk.id.CommandName;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.manifest.SeatVerb;
import io.meshbus.sdk.manifest.ToolRef;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.schema.SchemaCheck;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.JsonText;
import io.meshbus.sdk.wire.PushAnswer;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.meshbus.sdk.wire.Work;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** A person at work on a mesh. Futures complete on the caller's context; the bus stays the caller's. */
public final class PersonClient {
    /** How long the controller may take over a question. */
    public static final Duration ASK_TIMEOUT = Duration.ofSeconds(10);

    private static final NodeId WHOLE_MESH = new NodeId(Subjects.WHOLE_MESH);
    private static final ToolRef CATALOGUE = ToolRef.parse("seat:mesh-catalog.catalog_tools");

    private static final ToolRef EVENTS = ToolRef.parse("seat:mesh-catalog.catalog_events");
    private static final ToolRef MODULES = ToolRef.parse("seat:mesh-catalog.catalog_modules");

    private static final ToolRef SEATS = ToolRef.parse("seat:mesh-catalog.catalog_seats");

    private final Bus bus;
    private final PersonId person;

    /** @param bus connected as {@code person.<person>} */
    public PersonClient(Bus bus, PersonId person) {
        this.bus = bus;
        this.person = person;
    }

    /**
     * Asks the controller about the whole mesh (spec 3.9). Fails with the controller's code, or {@code BUS_UNREACHABLE}
     * when no controller answers.
     */
    public Future<JsonObject> ask(String command, JsonObject input) {
        return ask(command, input, ASK_TIMEOUT);
    }

    public Future<JsonObject> ask(String command, JsonObject input, Duration timeout) {
        String subject = Subjects.ask(WHOLE_MESH, new CommandName(command), person);
        return bus.request(Message.of(subject, headers(timeout), input.toBuffer()), timeout)
                .recover(failure -> Future.failedFuture(nobodyAsked(command, failure)))
                .map(answer -> Answers.json(command, answer));
    }

    /** Calls a tool; the answer's bytes. Fails with one of the five codes of spec 4.3. */
    public Future<Buffer> call(ToolRef tool, Buffer input, Duration timeout) {
        return bus.request(Message.of(tool.subject(), headers(timeout), input), timeout)
                .recover(failure -> uncalled(tool, timeout, failure))
                .map(answer -> Answers.body(tool.toString(), answer));
    }

    /** Every tool this person may call, from as many pages of the catalogue as there are. */
    public Future<JsonArray> tools() {
        return pages(CATALOGUE, "tools", new JsonArray());
    }

    /** Every event of the mesh with its schema, likewise. */
    public Future<JsonArray> eventTypes() {
        return pages(EVENTS, "events", new JsonArray());
    }

    /** Every role that takes work from this person, with the schema of each verb, likewise. */
    public Future<JsonArray> seats() {
        return pages(SEATS, "seats", new JsonArray());
    }

    /** What the catalogue is of: {@code mesh} (its name) and {@code revision}. */
    public Future<JsonObject> catalogue() {
        return call(MODULES, new JsonObject().put("limit", 1).toBuffer(), ASK_TIMEOUT)
                .map(JsonObject::new);
    }

    private Future<JsonArray> pages(ToolRef of, String member, JsonArray before) {
        return call(of, new JsonObject().put("offset", before.size()).toBuffer(), ASK_TIMEOUT)
                .map(JsonObject::new)
                .compose(page -> {
                    JsonArray more = page.getJsonArray(member, new JsonArray());
                    JsonArray sofar = before.copy().addAll(more);
                    return more.isEmpty() || sofar.size() >= page.getInteger("total", 0)
                            ? Future.succeededFuture(sofar)
                            : pages(of, member, sofar);
                });
    }

    /** Hears events as they are published; needs the right to tail. */
    public Future<Subscription> events(String pattern, Handler<Message> handler) {
        return bus.subscribe(pattern, handler).recover(failure -> Future.failedFuture(unheard(failure)));
    }

    /**
     * Gives work to a role; needs the right to submit. Completes once it is stored; fails with {@code INVALID} at the JSON
     * pointer when the input does not fit the verb's schema. Without a catalogue it is stored unchecked: the holder checks,
     * too, and work waits for a role whoever is away.
     */
    public Future<Submitted> submit(SeatVerb work, Buffer input) {
        return seats().map(seats -> WorkSchema.of(seats, work))
                .otherwise(unknown -> SchemaCheck.of(null))
                .compose(check -> check.check(input)
                        .<Future<Submitted>>map(misfit -> Future.failedFuture(
                                misfit.problem("work " + work).asException()))
                        .orElseGet(() -> store(work, input)));
    }

    private Future<Submitted> store(SeatVerb work, Buffer input) {
        String id = UUID.randomUUID().toString();
        Work piece = new Work(
                WireCodec.VERSION, id, PrincipalId.person(person).value(), WireCodec.decode(input, JsonText.class));
        return bus.store(Message.of(work.subject(), WireCodec.encode(piece)), PublishOptions.id(id))
                .map(stored -> new Submitted(id, stored.sequence()))
                .recover(failure -> Future.failedFuture(CallProblems.notSubmitted(work, failure)));
    }

    /** What a push of this definition would change; changes nothing. */
    public Future<JsonObject> preview(DefinitionSource source, boolean acceptBreaking) {
        JsonObject input = new JsonObject()
                .put("preview", true)
                .put("source", new JsonObject(WireCodec.encode(source)))
                .put("acceptBreaking", acceptBreaking);
        return ask("push", input).map(answer -> answer.getJsonObject("difference", new JsonObject()));
    }

    /**
     * Hands in a definition; completes once the controller has decided.
     *
     * @param timeout from "taken" to the decision; a push that is held in a store window still happens afterwards
     */
    public Future<PushAnswer> push(DefinitionSource source, boolean acceptBreaking, Duration timeout) {
        String id = UUID.randomUUID().toString();
        String reply = PrincipalId.person(person).inboxPrefix() + ".push." + id;
        Promise<PushAnswer> decided = Promise.promise();
        JsonObject input = new JsonObject()
                .put("id", id)
                .put("reply", reply)
                .put("source", new JsonObject(WireCodec.encode(source)))
                .put("acceptBreaking", acceptBreaking);
        return bus.subscribe(reply, message -> decide(decided, message))
                .compose(subscription -> ask("push", input)
                        .compose(taken -> decided.future().timeout(timeout.toMillis(), TimeUnit.MILLISECONDS))
                        .eventually(subscription::cancel));
    }

    private static void decide(Promise<PushAnswer> decided, Message message) {
        try {
            decided.tryComplete(WireCodec.decode(message.body(), PushAnswer.class));
        } catch (ProblemException e) {
            decided.tryFail(e);
        }
    }

    /** The time left travels, never a wall clock (spec 4.3). */
    private Headers headers(Duration timeout) {
        return Headers.of(WireHeaders.CALLER, PrincipalId.person(person).value())
                .with(WireHeaders.DEADLINE, Long.toString(timeout.toMillis()));
    }

    private static Throwable unheard(Throwable failure) {
        return failure instanceof ProblemException problem && problem.code() == ProblemCode.PERMISSION_VIOLATION
                ? new ProblemException(
                        Problem.of(
                                ProblemCode.RIGHT_MISSING,
                                "you may not hear events",
                                "the bus refused it",
                                "ask an administrator for the right tail"),
                        problem)
                : failure;
    }

    private static Throwable nobodyAsked(String command, Throwable failure) {
        if (!(failure instanceof ProblemException problem)) {
            return failure;
        }
        return switch (problem.code()) {
            case NO_RESPONDER, TIMED_OUT ->
                new ProblemException(
                        Problem.of(
                                ProblemCode.BUS_UNREACHABLE,
                                "no controller answers " + command,
                                "the bus is there, the controller is not",
                                "look at the log of the process that runs the controller"),
                        problem);
            case PERMISSION_VIOLATION ->
                new ProblemException(
                        Problem.of(
                                ProblemCode.RIGHT_MISSING,
                                "you may not ask for " + command,
                                "the bus refused it",
                                "ask an administrator for the right"),
                        problem);
            default -> problem;
        };
    }

    private Future<Message> uncalled(ToolRef tool, Duration timeout, Throwable failure) {
        if (!(failure instanceof ProblemException problem)) {
            return Future.failedFuture(failure);
        }
        return switch (problem.code()) {
            case NO_RESPONDER -> Future.failedFuture(CallProblems.nobody(tool, problem));
            case TIMED_OUT -> Future.failedFuture(CallProblems.late(tool, timeout, problem));
            case PERMISSION_VIOLATION ->
                isServed(tool)
                        .compose(served -> Future.failedFuture(
                                served ? CallProblems.refused(tool, problem) : CallProblems.nobody(tool, problem)));
            default -> Future.failedFuture(problem);
        };
    }

    /**
     * Nobody is granted a tool that no manifest serves, so the server refuses it like one that is not allowed; the
     * catalogue of modules, which every person sees, knows the difference.
     */
    private Future<Boolean> isServed(ToolRef tool) {
        if (!(tool instanceof ToolRef.OfModule of)) {
            return Future.succeededFuture(true);
        }
        return pages(MODULES, "modules", new JsonArray())
                .map(modules -> modules.stream()
                        .map(JsonObject.class::cast)
                        .anyMatch(module -> of.module().value().equals(module.getString("name"))
                                && module.getJsonArray("serves", new JsonArray())
                                        .contains(of.tool().value())))
                .otherwise(true);
    }
}
