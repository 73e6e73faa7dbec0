package io.meshbus.launcher.client;

import io.meshbus.sdk.client.PersonClient;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Waits until nodes are what they were declared to be, asking the controller like anybody; not for those that no machine is. */
public final class Convergence {
    /** Between two questions. */
    private static final long ASK_EVERY_MILLIS = 150;

    private final Vertx vertx;
    private final PersonClient client;
    private final Collection<NodeId> nodes;
    private final Consumer<String> say;
    private final Set<String> said = new HashSet<>();
    private final long end;

    private Convergence(
            Vertx vertx, PersonClient client, Collection<NodeId> nodes, Duration limit, Consumer<String> say) {
        this.vertx = vertx;
        this.client = client;
        this.nodes = nodes;
        this.say = say;
        this.end = System.nanoTime() + limit.toNanos();
    }

    /** For a command's thread; the last status. */
    public static JsonObject await(Session session, Collection<NodeId> nodes, Duration limit, Consumer<String> say) {
        return session.run(
                limit.plus(PersonClient.ASK_TIMEOUT), client -> of(session.vertx(), client, nodes, limit, say));
    }

    /**
     * Completes with the status in which all these nodes that are enrolled have converged, or fails with {@code TIMED_OUT} naming those
     * that have not.
     *
     * @param say told of each node once, when it has converged
     */
    public static Future<JsonObject> of(
            Vertx vertx, PersonClient client, Collection<NodeId> nodes, Duration limit, Consumer<String> say) {
        return new Convergence(vertx, client, nodes, limit, say).look();
    }

    /** Nodes alone, as long as it takes: that question needs nothing but the store. The whole status once, at the end. */
    private Future<JsonObject> look() {
        return asking("nodes").compose(answer -> {
            List<String> lagging = lagging(answer);
            if (lagging.isEmpty()) {
                return asking("status");
            }
            return over() ? Future.failedFuture(late(answer, lagging)) : pause().compose(paused -> look());
        });
    }

    /**
     * A question that may be asked again: accounts are being reloaded while a mesh converges, and an answer under way may
     * then be lost (facts 0.3).
     */
    private Future<JsonObject> asking(String command) {
        return client.ask(command, new JsonObject())
                .recover(failure -> over() || !isTransient(failure)
                        ? Future.failedFuture(failure)
                        : pause().compose(paused -> asking(command)));
    }

    private static boolean isTransient(Throwable failure) {
        return failure instanceof ProblemException problem
                && switch (problem.code()) {
                    case BUS_AWAY, BUS_UNREACHABLE, TIMED_OUT, STORE_AWAY -> true;
                    default -> false;
                };
    }

    private boolean over() {
        return System.nanoTime() > end;
    }

    private Future<?> pause() {
        return vertx.timer(ASK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private List<String> lagging(JsonObject status) {
        JsonArray shown = status.getJsonArray("nodes", new JsonArray());
        return nodes.stream()
                .map(NodeId::value)
                .filter(node -> !notEnrolled(shown, node) && !converged(shown, node))
                .toList();
    }

    /** No machine is that node yet, so there is nobody to wait for. */
    private boolean notEnrolled(JsonArray shown, String node) {
        boolean expected = objects(shown)
                .anyMatch(each -> node.equals(each.getString("name")) && "expected".equals(each.getString("state")));
        if (expected && said.add(node)) {
            say.accept(node + " is not enrolled yet: meshbus token issue --node " + node);
        }
        return expected;
    }

    private boolean converged(JsonArray shown, String node) {
        boolean converged = objects(shown)
                .anyMatch(each -> node.equals(each.getString("name")) && each.getBoolean("converged", false));
        if (converged && said.add(node)) {
            say.accept(node + " has converged");
        }
        return converged;
    }

    private static Throwable late(JsonObject status, List<String> lagging) {
        String why = objects(status.getJsonArray("nodes", new JsonArray()))
                .filter(node -> lagging.contains(node.getString("name")))
                .map(node -> node.getString("name") + " is " + node.getString("state", "unknown")
                        + (node.getString("reason", "").isEmpty() ? "" : " (" + node.getString("reason") + ")"))
                .collect(Collectors.joining(", "));
        return Problem.of(
                        ProblemCode.TIMED_OUT,
                        "not converged: " + String.join(", ", lagging),
                        why.isEmpty() ? "the controller knows no such node" : why,
                        "the definition is taken and the nodes go on; look again with meshbus status")
                .asException();
    }

    private static Stream<JsonObject> objects(JsonArray list) {
        return list.stream().filter(JsonObject.class::isInstance).map(JsonObject.class::cast);
    }
}
