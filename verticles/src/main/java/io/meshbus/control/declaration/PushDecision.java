package io.meshbus.control.declaration;

import io.meshbus.control.ControllerConfig;
import io.meshbus.control.declaration.rules.NodeDeclaration;
import io.meshbus.control.declaration.rules.NodeDeclaration.Composed;
import io.meshbus.control.declaration.rules.NodeDeclaration.MeshFacts;
import io.meshbus.control.declaration.rules.PushDifference;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.PushRecord;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.sdk.account.Composer;
import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.DesiredMesh;
import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.wire.Push;
import io.meshbus.sdk.wire.PushAnswer;
import io.meshbus.sdk.wire.PushAnswer.Outcome;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a push would do, without doing it. Reading and composing run on a worker thread. */
final class PushDecision {
    private final Vertx vertx;
    private final ControllerConfig config;
    private final Store store;
    private final StreamAdmin admin;
    private final Supplier<MeshIdentity> identity;
    private final Function<DefinitionSource, Definition> reader;

    PushDecision(
            Vertx vertx,
            ControllerConfig config,
            Store store,
            StreamAdmin admin,
            Supplier<MeshIdentity> identity,
            Function<DefinitionSource, Definition> reader) {
        this.vertx = vertx;
        this.config = config;
        this.store = store;
        this.admin = admin;
        this.identity = identity;
        this.reader = reader;
    }

    /**
     * An answer with number 0 when it would be {@code APPLIED}; the number it has when {@code UNCHANGED}. Fails only when
     * the store is away.
     */
    Future<PushAnswer> preview(Push push) {
        return store.newestPush().compose(newest -> {
            if (newest.isPresent() && newest.get().source().equals(push.source())) {
                boolean thisOne = newest.get().id().equals(push.id());
                return Future.succeededFuture(answer(
                        push,
                        newest.get().number(),
                        thisOne ? Outcome.APPLIED : Outcome.UNCHANGED,
                        new JsonObject(),
                        List.of()));
            }
            return store.desired(config.answers())
                    .compose(desired -> vertx.executeBlocking(() -> decide(push, newest, desired.mesh()), false))
                    .compose(this::backlogs);
        });
    }

    /** What would go with the durables that go. The server is asked once; without its answer the number is unknown. */
    private Future<PushAnswer> backlogs(PushAnswer answer) {
        List<Future<JsonObject>> asked = answer.difference().getJsonArray("durables", new JsonArray()).stream()
                .map(JsonObject.class::cast)
                .map(durable -> admin.consumer(Streams.EVENTS, durable.getString("name"))
                        .map(state -> durable.put(
                                "backlog",
                                state.map(found -> found.pending() + found.unfinished())
                                        .orElse(0L)))
                        .otherwise(durable))
                .toList();
        return Future.all(asked).map(answer);
    }

    private PushAnswer decide(Push push, Optional<PushRecord> newest, DesiredMesh mesh) {
        try {
            Definition after = reader.apply(push.source());
            if (!after.mesh().equals(identity.get().name())) {
                return refused(push, List.of(otherMesh(after.mesh())));
            }
            PushDifference difference = difference(push, after, newest, mesh);
            return answer(push, 0, Outcome.APPLIED, new JsonObject(WireCodec.encode(difference)), List.of());
        } catch (ProblemException e) {
            return refused(push, e.problems());
        }
    }

    private PushDifference difference(Push push, Definition after, Optional<PushRecord> newest, DesiredMesh mesh) {
        Definition before = mesh.definitions().isEmpty()
                ? null
                : mesh.definitions().get(mesh.definitions().size() - 1).definition();
        Set<NodeId> nodes = new HashSet<>(mesh.enrolled());
        nodes.addAll(after.nodes().keySet());
        if (before != null) {
            nodes.addAll(before.nodes().keySet());
        }
        return PushDifference.of(
                before,
                after,
                composition(mesh, before, nodes),
                composition(mesh, after, nodes),
                node -> before == null
                        || !declaration(before, newest.orElseThrow().source(), node)
                                .equals(declaration(after, push.source(), node)));
    }

    /** As if every node of it were enrolled, so that a preview names the principals to come. */
    private static Composition composition(DesiredMesh mesh, @Nullable Definition definition, Set<NodeId> nodes) {
        List<Living> living = definition == null
                ? List.of()
                : List.of(new Living(definition, definition.nodes().keySet()));
        return Composer.compose(new DesiredMesh(living, nodes, mesh.tokens(), mesh.persons(), mesh.answers()));
    }

    /** With a stand-in for every credential: those do not change by a push. */
    private Composed declaration(Definition definition, DefinitionSource source, NodeId node) {
        Map<PrincipalId, String> sealed = new HashMap<>();
        definition.modulesOn(node).forEach(m -> sealed.put(PrincipalId.module(m.module(), node), "sealed"));
        return NodeDeclaration.compose(
                new MeshFacts(
                        identity.get().id(),
                        0,
                        List.of(identity.get().url()),
                        identity.get().pins(),
                        config.auth()),
                definition,
                source,
                node,
                sealed);
    }

    private Problem otherMesh(String named) {
        return new Problem(
                ProblemCode.DEFINITION_OTHER_MESH,
                "this definition is of another mesh",
                "mesh.yaml",
                "it names \"" + named + "\", this mesh is \"" + identity.get().name() + "\"",
                "push it to its own mesh, or change the name in mesh.yaml");
    }

    static PushAnswer refused(Push push, List<Problem> problems) {
        return answer(push, 0, Outcome.REFUSED, new JsonObject(), problems);
    }

    static PushAnswer answer(Push push, long number, Outcome outcome, JsonObject difference, List<Problem> problems) {
        return new PushAnswer(WireCodec.VERSION, push.id(), number, outcome, difference, problems);
    }
}
