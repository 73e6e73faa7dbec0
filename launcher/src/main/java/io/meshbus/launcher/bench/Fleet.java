package io.meshbus.launcher.bench;

import io.meshbus.launcher.client.Convergence;
import io.meshbus.launcher.client.Pushing;
import io.meshbus.launcher.client.Session;
import io.meshbus.node.host.HostConfig;
import io.meshbus.node.host.HostEnrolment;
import io.meshbus.node.host.HostState;
import io.meshbus.node.host.HostStatus;
import io.meshbus.node.host.HostVerticle;
import io.meshbus.sdk.bus.BusConnector;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.wire.TokenText;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A mesh with many hosts (spec 7.6): each is a host as it runs anywhere, with its own directory, keys and connection, all of
 * them in this process. Times, and what controller and server need. Blocks its caller for minutes.
 */
public final class Fleet {
    private static final String MESH = "fleet";
    private static final String HUB = "hub";
    private static final int AT_ONCE = 100;
    private static final long TOKEN_TTL_SECONDS = 3_600;
    private static final long POLL_NANOS = 50_000_000;

    private final int nodes;
    private final Duration limit;
    private final Duration steady;
    private final Consumer<Row> shown;
    private final List<Row> rows = new ArrayList<>();
    private final SecureRandom random = new SecureRandom();

    /**
     * @param limit of each step
     * @param steady how long the fleet only lives, to see what that costs
     * @param shown told each row as it is ready
     */
    public Fleet(int nodes, Duration limit, Duration steady, Consumer<Row> shown) {
        this.nodes = nodes;
        this.limit = limit;
        this.steady = steady;
        this.shown = shown;
    }

    /** Raises the mesh below {@code directory}, which is the caller's, and ends all of it. */
    public Result run(Path directory) {
        double load = Machine.load();
        Vertx vertx = Vertx.vertx();
        long began = System.nanoTime();
        try (ChildMesh mesh = ChildMesh.up(directory.resolve("mesh"), MESH)) {
            add("the mesh alone stands", "s", since(began));
            try (Session session = Session.ofDirectory(mesh.directory())) {
                live(vertx, mesh, session, directory.resolve("hosts"));
            } finally {
                Yard.await(vertx.close());
            }
        }
        return new Result(Machine.machine(), Machine.versions(), 1, load, Machine.load(), rows);
    }

    private void live(Vertx vertx, ChildMesh mesh, Session session, Path hosts) {
        BusConnector connector = new Jnats(vertx);
        List<NodeId> names = IntStream.rangeClosed(1, nodes)
                .mapToObj(i -> new NodeId("f%05d".formatted(i)))
                .toList();
        long began = System.nanoTime();
        List<Invited> invited = each(names, name -> token(session, name));
        add("a token for each", "s", since(began));

        began = System.nanoTime();
        each(
                invited,
                host -> new HostEnrolment(
                                vertx, connector, state(hosts, host.name()), Clock.systemUTC(), random, progress -> {})
                        .enrol(TokenText.decode(host.token())));
        add("all enrolled", "s", since(began));

        began = System.nanoTime();
        List<HostVerticle> running = names.stream()
                .map(name -> new HostVerticle(
                        HostConfig.in(hosts.resolve(name.value())), connector, Clock.systemUTC(), random))
                .toList();
        each(running, vertx::deployVerticle);
        await("connected", () -> running.stream().allMatch(Fleet::isConnected));
        add("all connected", "s", since(began));

        began = System.nanoTime();
        Pushing.again(session, definition(names), false);
        Set<NodeId> all = new HashSet<>(names);
        all.add(new NodeId(HUB));
        Convergence.await(session, all, limit, node -> {});
        add("a push until all have converged", "s", since(began));

        steady(mesh, session);
        add("controller, resident", "MiB", mesh.residentMib());
        add("server, resident", "MiB", mesh.brokerResidentMib());
    }

    /** Nobody does anything but live. */
    private void steady(ChildMesh mesh, Session session) {
        double controller = mesh.cpuSeconds();
        double server = mesh.brokerCpuSeconds();
        long began = System.nanoTime();
        LockSupport.parkNanos(steady.toNanos());
        double seconds = since(began);
        add("controller, of one processor, steady", "%", (mesh.cpuSeconds() - controller) / seconds * 100);
        add("server, of one processor, steady", "%", (mesh.brokerCpuSeconds() - server) / seconds * 100);
        JsonObject answer = session.run(limit, client -> client.ask("nodes", new JsonObject()));
        int quiet = (int) answer.getJsonArray("nodes").stream()
                .filter(node -> ((JsonObject) node).getBoolean("quiet", false))
                .count();
        add("quiet nodes", "nodes", quiet);
    }

    private static HostState state(Path hosts, NodeId name) {
        return new HostState(hosts.resolve(name.value()));
    }

    private static boolean isConnected(HostVerticle host) {
        return host.status()
                .filter(status -> status.link() == HostStatus.Link.CONNECTED)
                .isPresent();
    }

    private record Invited(NodeId name, String token) {}

    private Future<Invited> token(Session session, NodeId name) {
        JsonObject wanted = new JsonObject().put("node", name.value()).put("ttlSeconds", TOKEN_TTL_SECONDS);
        return session.ask("token_issue", wanted).map(issued -> new Invited(name, issued.getString("token")));
    }

    private static DefinitionSource definition(List<NodeId> names) {
        String all = names.stream().map(name -> name + ": {}").collect(Collectors.joining(", "));
        return new DefinitionSource(
                Map.of("mesh.yaml", "mesh: " + MESH + "\nnodes: { " + HUB + ": {}, " + all + " }\n"), Map.of());
    }

    /** So many at a time. */
    private static <A, B> List<B> each(List<A> items, Function<A, Future<B>> step) {
        List<B> done = new ArrayList<>();
        for (int from = 0; from < items.size(); from += AT_ONCE) {
            done.addAll(Yard.await(Future.all(items.subList(from, Math.min(items.size(), from + AT_ONCE)).stream()
                            .map(step)
                            .toList())
                    .map(all -> all.<B>list())));
        }
        return done;
    }

    private void await(String what, BooleanSupplier state) {
        long end = System.nanoTime() + limit.toNanos();
        while (!state.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw Problem.of(
                                ProblemCode.TIMED_OUT,
                                "not every host is " + what + " after " + limit.toSeconds() + " s",
                                "",
                                "give it --timeout, or take fewer --nodes")
                        .asException();
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private void add(String name, String unit, double value) {
        Row row = new Row(name, unit, null, Figures.of(value), null, null);
        rows.add(row);
        shown.accept(row);
    }

    private static double since(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
