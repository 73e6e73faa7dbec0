package io.meshbus.control.ask;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.store.Store;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.sdk.artefact.ArtefactMeta;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.Digest;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Push;
import io.meshbus.sdk.wire.PushAnswer;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Takes pushes in (spec 3.3): checked, then kept in CONTROL before the answer "taken". */
final class PushCommands {
    /** Bytes of a push as it is stored. */
    static final int PUSH_BYTES_MAX = 1 << 20;

    /** The command that is taken in while the store is away: it is kept in CONTROL and decided later. */
    static final String PUSH = "push";

    private static final int PUSHES_SHOWN = 50;
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{8,64}");

    private final Vertx vertx;
    private final Bus streams;
    private final Store store;
    private final MeshIdentity identity;
    private final Function<DefinitionSource, Definition> reader;

    PushCommands(
            Vertx vertx,
            Bus streams,
            Store store,
            MeshIdentity identity,
            Function<DefinitionSource, Definition> reader) {
        this.vertx = vertx;
        this.streams = streams;
        this.store = store;
        this.identity = identity;
        this.reader = reader;
    }

    Map<String, AskCommand> all() {
        return Map.of(PUSH, this::push, "pushes", this::pushes, "push_source", this::source);
    }

    private Future<JsonObject> push(Asked asked) {
        boolean preview = asked.flag("preview");
        Push push = read(asked, preview);
        Buffer body = WireCodec.encode(push);
        if (body.length() > PUSH_BYTES_MAX) {
            throw Problem.of(
                            ProblemCode.TOO_LARGE,
                            "the definition is too large",
                            "it has " + body.length() + " bytes, the limit is " + PUSH_BYTES_MAX,
                            "move large files into artefacts")
                    .asException();
        }
        return vertx.executeBlocking(() -> check(push.source()), false)
                .compose(checked -> preview ? preview(push) : take(push, body));
    }

    private static Push read(Asked asked, boolean preview) {
        DefinitionSource source = WireCodec.decode(asked.object("source").toBuffer(), DefinitionSource.class);
        String prefix = PrincipalId.person(asked.person()).inboxPrefix() + ".";
        String id = preview ? "preview-only" : asked.text("id");
        String reply = preview ? prefix + "none" : asked.text("reply");
        if (!ID.matcher(id).matches()) {
            throw asked.invalid("id", "is not 8 to 64 of A-Z, a-z, 0-9, _ and -");
        }
        if (!reply.startsWith(prefix)) {
            throw Problem.of(
                            ProblemCode.REPLY_REFUSED,
                            "the answer would go to somebody else",
                            "the reply does not lie under " + prefix,
                            "name a place under your own inbox")
                    .asException();
        }
        return new Push(WireCodec.VERSION, id, asked.person(), reply, source, asked.flag("acceptBreaking"));
    }

    private Definition check(DefinitionSource source) {
        Definition definition = reader.apply(source);
        if (!definition.mesh().equals(identity.name())) {
            throw new Problem(
                            ProblemCode.DEFINITION_OTHER_MESH,
                            "this definition is of another mesh",
                            "mesh.yaml",
                            "it names \"" + definition.mesh() + "\", this mesh is \"" + identity.name() + "\"",
                            "push it to its own mesh, or change the name in mesh.yaml")
                    .asException();
        }
        return definition;
    }

    private Future<JsonObject> preview(Push push) {
        return vertx.eventBus()
                .<Buffer>request(ControlAddress.PREVIEW, WireCodec.encode(push))
                .map(reply -> WireCodec.decode(reply.body(), PushAnswer.class))
                .map(answer -> {
                    if (!answer.problems().isEmpty()) {
                        throw new ProblemException(answer.problems());
                    }
                    return new JsonObject()
                            .put("preview", true)
                            .put("unchanged", answer.outcome() == PushAnswer.Outcome.UNCHANGED)
                            .put("difference", answer.difference());
                });
    }

    private Future<JsonObject> take(Push push, Buffer body) {
        return artefacts(push.source())
                .compose(missing -> missing.isEmpty()
                        ? streams.store(Message.of(Subjects.PUSH, body), PublishOptions.id("push:" + push.id()))
                        : Future.failedFuture(new ProblemException(missing)))
                .map(stored -> new JsonObject().put("taken", true).put("id", push.id()));
    }

    /** Every artefact must be there, whole, before anybody is told to run it. */
    private Future<List<Problem>> artefacts(DefinitionSource source) {
        List<Problem> malformed = source.artefacts().entrySet().stream()
                .filter(entry -> !Digest.isSha256(entry.getValue().sha256()))
                .map(entry -> missing(entry.getKey(), "its digest is no SHA-256"))
                .toList();
        if (!malformed.isEmpty()) {
            return Future.succeededFuture(malformed);
        }
        List<Future<Optional<Problem>>> checks = source.artefacts().entrySet().stream()
                .map(entry -> artefact(entry.getKey(), entry.getValue()))
                .toList();
        return Future.all(checks).map(all -> {
            List<Problem> problems = new ArrayList<>();
            checks.forEach(one -> one.result().ifPresent(problems::add));
            return problems;
        });
    }

    private Future<Optional<Problem>> artefact(String path, ArtefactRef ref) {
        return streams.last(Streams.ARTEFACTS, Subjects.artefactMeta(ref.sha256()))
                .map(found -> {
                    if (found.isEmpty()) {
                        return Optional.of(missing(path, "no artefact with its digest is in the mesh"));
                    }
                    ArtefactMeta meta = WireCodec.decode(found.get().message().body(), ArtefactMeta.class);
                    return meta.size() == ref.size()
                            ? Optional.<Problem>empty()
                            : Optional.of(missing(path, "the one with its digest has another size"));
                });
    }

    private static Problem missing(String path, String why) {
        return new Problem(
                ProblemCode.ARTEFACT_MISSING,
                "an artefact is missing",
                path,
                why,
                "push from the directory that has the file; the command uploads it first");
    }

    /** What a kept push consisted of, so that it can be pushed again. */
    private Future<JsonObject> source(Asked asked) {
        long number = asked.number("number", 0, 1, Long.MAX_VALUE);
        return store.push(number)
                .map(found -> found.orElseThrow(() -> Problem.of(
                                ProblemCode.UNKNOWN_NAME,
                                "there is no push " + number,
                                "pushes are numbered from 1",
                                "see: meshbus pushes")
                        .asException()))
                .map(push -> new JsonObject()
                        .put("number", push.number())
                        .put("source", new JsonObject(WireCodec.encode(push.source()))));
    }

    private Future<JsonObject> pushes(Asked asked) {
        return store.pushes((int) asked.number("limit", PUSHES_SHOWN, 1, PUSHES_SHOWN))
                .map(pushes -> {
                    JsonArray list = new JsonArray();
                    Stream<Store.PushRecord> all = pushes.stream();
                    all.forEach(push -> list.add(new JsonObject()
                            .put("number", push.number())
                            .put("id", push.id())
                            .put("by", push.by())
                            .put("at", push.at().toString())
                            .put("files", push.source().files().size())
                            .put("artefacts", push.source().artefacts().size())));
                    return new JsonObject().put("pushes", list);
                });
    }
}
