package io.meshbus.launcher.run;

import io.meshbus.control.genesis.Genesis;
import io.meshbus.control.genesis.Genesis.Made;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.launcher.Wiring;
import io.meshbus.launcher.client.Convergence;
import io.meshbus.launcher.client.Pushing;
import io.meshbus.launcher.config.Role;
import io.meshbus.sdk.client.PersonClient;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.PushAnswer;
import io.meshbus.sdk.wire.PushAnswer.Outcome;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Raises a whole mesh in this process, step by step: genesis, broker, store, controller, hosts, push, converged. What an
 * operator would do by hand is done here as that operator, over the bus.
 */
public final class UpRun {
    private static final Duration CONVERGED_LIMIT = Duration.ofSeconds(60);

    private final StayingProcess process;
    private final MeshDirectory directory;
    private final Steps steps;
    private final Function<MeshIdentity, Wiring> wirings;

    /** @param wirings how to wire once the mesh's identity is known */
    public UpRun(StayingProcess process, MeshDirectory directory, Steps steps, Function<MeshIdentity, Wiring> wirings) {
        this.process = process;
        this.directory = directory;
        this.steps = steps;
        this.wirings = wirings;
    }

    /**
     * A definition to push.
     *
     * @param nodes of the definition
     * @param locate turns the controller's problems into ones at the person's own paths
     */
    public record Pushed(
            Path folder, DefinitionSource source, Set<NodeId> nodes, Function<List<Problem>, List<Problem>> locate) {}

    /** What stands: {@code status} as the controller tells it. */
    public record Standing(MeshIdentity identity, int httpPort, JsonObject status) {}

    /** To be called on the process's context. */
    public Future<Standing> run(Genesis.Request request, Optional<Pushed> pushed) {
        return genesis(request).compose(made -> {
            Wiring wiring = wirings.apply(made.identity());
            // Neither needs the other; a step's line tells how long it was waited for.
            Future<Long> store = wiring.store();
            return steps.step(
                            "broker",
                            wiring::broker,
                            version -> "nats-server " + version + " on "
                                    + made.identity().url())
                    .compose(done -> steps.step("store", () -> store, revision -> "revision " + revision))
                    .compose(done ->
                            steps.step("controller", () -> wiring.controller(Role.CONTROLLER.parts()), what -> what))
                    .compose(done -> wiring.operator())
                    .compose(operator -> hosts(wiring, operator, pushed)
                            .compose(nodes -> pushed.isEmpty()
                                    ? converged(operator, nodes)
                                    : push(wiring, operator, pushed.get()).compose(done -> converged(operator, nodes))))
                    .compose(status -> wiring.operatorLeaves().map(status))
                    .compose(
                            status -> wiring.health("127.0.0.1", made.identity().httpPort())
                                    .map(port -> new Standing(made.identity(), port, status)));
        });
    }

    private Future<Made> genesis(Genesis.Request request) {
        return steps.step(
                "genesis",
                () -> process.vertx()
                        .executeBlocking(
                                () -> new Genesis(directory, new SecureRandom(), Clock.systemUTC()).run(request)),
                made -> "mesh " + made.identity().name()
                        + (made.steps().contains("identity") ? " made in " : " stands in ") + directory.root());
    }

    private Future<Set<NodeId>> hosts(Wiring wiring, PersonClient operator, Optional<Pushed> pushed) {
        return steps.step(
                "hosts",
                () -> wiring.pushedNodes().compose(known -> {
                    Set<NodeId> nodes = new TreeSet<>(known);
                    pushed.ifPresent(definition -> nodes.addAll(definition.nodes()));
                    List<Future<Boolean>> starting = nodes.stream()
                            .map(node -> host(wiring, operator, node))
                            .toList();
                    return Future.all(starting).map(all -> nodes);
                }),
                nodes -> words(nodes.stream().map(NodeId::value).toList()));
    }

    /** One that was here before starts from its state; a new one gets a token like any machine. */
    private static Future<Boolean> host(Wiring wiring, PersonClient operator, NodeId node) {
        return wiring.enrolled(node)
                .compose(enrolled -> enrolled
                        ? Future.succeededFuture(Optional.<String>empty())
                        : Tokens.issue(operator, node).map(Optional::of))
                .compose(token -> wiring.host(node, token).map(token.isPresent()));
    }

    private Future<PushAnswer> push(Wiring wiring, PersonClient operator, Pushed pushed) {
        return steps.step(
                "push",
                () -> Pushing.of(
                                process.vertx(),
                                wiring.operatorBus(),
                                operator,
                                pushed.folder(),
                                pushed.source(),
                                false)
                        .compose(answer -> answer.outcome() == Outcome.REFUSED
                                ? Future.failedFuture(
                                        new ProblemException(pushed.locate().apply(answer.problems())))
                                : Future.succeededFuture(answer)),
                answer -> "push " + answer.number()
                        + (answer.outcome() == Outcome.UNCHANGED ? ", unchanged" : ", applied"));
    }

    private Future<JsonObject> converged(PersonClient operator, Set<NodeId> nodes) {
        return steps.step(
                "converged",
                () -> Convergence.of(process.vertx(), operator, nodes, CONVERGED_LIMIT, node -> {}),
                status -> modules(status));
    }

    private static String modules(JsonObject status) {
        JsonArray modules = status.getJsonArray("modules", new JsonArray());
        return words(modules.stream()
                .filter(JsonObject.class::isInstance)
                .map(module -> ((JsonObject) module).getString("name"))
                .toList());
    }

    private static String words(List<String> names) {
        return names.isEmpty() ? "none" : names.stream().collect(Collectors.joining(" "));
    }
}
