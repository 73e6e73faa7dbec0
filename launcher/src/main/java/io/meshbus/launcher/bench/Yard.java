package io.meshbus.launcher.bench;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerSpec;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.module.MeshOptions;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.testing.ComposedMesh;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Where both sides meet: a nats-server of its own with composed accounts, a module that serves and tells, one that calls. */
public final class Yard implements AutoCloseable {
    /** What the serving module answers on. */
    public static final String TOOL = "mesh.mod.server.tool.echo";
    /** What it tells; nobody consumes it but the durables made here. */
    public static final String EVENT = "mesh.mod.server.event.said";
    /** What nobody tells. */
    private static final String UNSAID = "mesh.mod.server.event.unsaid";
    /** The queue group of the tool. */
    public static final String QUEUE = "echo";
    /** The stream of the events. */
    public static final String STREAM = Streams.EVENTS;
    /** Every body: 256 bytes that are JSON, so that every side may carry the same. */
    public static final byte[] BODY = ("{\"text\":\"" + "x".repeat(245) + "\"}").getBytes(StandardCharsets.US_ASCII);

    static final PrincipalId SERVER = PrincipalId.module(new ModuleId("server"), new NodeId("n1"));
    static final PrincipalId CALLER = PrincipalId.module(new ModuleId("caller"), new NodeId("n1"));

    private static final Duration ROUND_MAX = Duration.ofMinutes(5);
    private static final Duration ACK_WAIT = Duration.ofSeconds(30);
    private static final int ATTEMPTS = 5;
    private static final int ACK_PENDING_MAX = 10_000;
    private static final String SCHEMA = """
            {"type":"object","required":["text"],"additionalProperties":false,"properties":{"text":{"type":"string"}}}""";

    private final Vertx vertx;
    private final Path directory;
    private final ComposedMesh mesh;
    private final Bus streams;
    private final AtomicInteger durables = new AtomicInteger();

    private Yard(Vertx vertx, Path directory) {
        this.vertx = vertx;
        this.directory = directory;
        this.mesh = ComposedMesh.raiseHere(vertx, directory, definition());
        this.streams = await(mesh.controllerStreams());
    }

    /** Starts the server in a directory of its own, which the caller removes. */
    static Yard raise(Vertx vertx, Path directory) {
        return new Yard(vertx, directory);
    }

    private static DefinitionSource definition() {
        ArtefactRef artefact = new ArtefactRef("0".repeat(64), 1);
        String run = "\nrun: { verticle: x.Y, artefact: m.jar }\n";
        return new DefinitionSource(
                Map.of(
                        "mesh.yaml",
                        "mesh: bench\nnodes: { n1: {} }\nassignments: { server: [ n1 ], caller: [ n1 ] }\n",
                        "modules/server/module.yaml",
                        "module: server\nversion: 1.0.0\nemits: { said: {} }\n"
                                + "serves: { echo: { input: schemas/echo.json, output: schemas/echo.json } }" + run,
                        "modules/server/schemas/echo.json",
                        SCHEMA,
                        "modules/caller/module.yaml",
                        "module: caller\nversion: 1.0.0\nuses: [ server.echo ]" + run),
                Map.of("modules/server/m.jar", artefact, "modules/caller/m.jar", artefact));
    }

    Vertx vertx() {
        return vertx;
    }

    /** How the module that serves and tells connects. */
    public BusOptions server() {
        return mesh.options(SERVER);
    }

    /** How the module that calls connects. */
    public BusOptions caller() {
        return mesh.options(CALLER);
    }

    /** How the one connects who may do everything with the streams. */
    public BusOptions streams() {
        return mesh.options(PrincipalId.STREAMS).withApiPrefix("$JS.API");
    }

    /** The server's certificate. */
    public Path certificate() {
        return directory.resolve("cert.pem");
    }

    MeshOptions module(PrincipalId principal) {
        return principal.equals(SERVER) ? mesh.options("server", "n1") : mesh.options("caller", "n1");
    }

    Bus connect(BusOptions options) {
        return await(mesh.connect(options));
    }

    /** A new durable over all events, from the first. */
    String durable() {
        String name = "d" + durables.incrementAndGet();
        await(admin().assertConsumer(spec(name, EVENT)));
        return name;
    }

    /** Many, which find nothing. */
    List<String> idleDurables(int count) {
        List<String> names = IntStream.range(0, count)
                .mapToObj(i -> "m" + durables.incrementAndGet())
                .toList();
        await(Future.all(names.stream()
                .map(name -> admin().assertConsumer(spec(name, UNSAID)))
                .toList()));
        return names;
    }

    private static ConsumerSpec spec(String name, String filter) {
        return new ConsumerSpec(STREAM, name, List.of(filter), ACK_WAIT, ATTEMPTS, ACK_PENDING_MAX, false, "bench");
    }

    void delete(String durable) {
        await(admin().deleteConsumer(STREAM, durable));
    }

    private StreamAdmin admin() {
        return new Jnats(vertx).streams(streams);
    }

    /** An event loop of its own. */
    Context loop() {
        return ((VertxInternal) vertx).createEventLoopContext();
    }

    /** Runs {@code work} on the context and gives what its future gives. */
    <T> T on(Context context, Supplier<Future<T>> work) {
        Promise<T> promise = Promise.promise();
        context.runOnContext(go -> work.get().onComplete(promise));
        return await(promise.future());
    }

    /** Blocks; never on an event loop. */
    static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(ROUND_MAX.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("a round took more than " + ROUND_MAX, e);
        }
    }

    @Override
    public void close() {
        mesh.close();
    }
}
