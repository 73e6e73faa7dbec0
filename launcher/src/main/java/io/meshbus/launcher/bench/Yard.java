package io.meshbus.launcher.bench;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerSpec;
import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.ToolName;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.module.MeshOptions;
import io.meshbus.sdk.subject.Subjects;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Where both sides meet: a bus, a module on it that serves and tells, one that calls. */
public final class Yard implements AutoCloseable {
    /** The queue group of the tool. */
    public static final String QUEUE = "echo";
    /** Every body: 256 bytes that are JSON, so that every side may carry the same. */
    public static final byte[] BODY = ("{\"text\":\"" + "x".repeat(245) + "\"}").getBytes(StandardCharsets.US_ASCII);

    private static final NodeId NODE = new NodeId("n1");
    private static final int NAME_BYTES = 4;
    private static final Duration ROUND_MAX = Duration.ofMinutes(5);
    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);
    private static final Duration ACK_WAIT = Duration.ofSeconds(30);
    private static final int ATTEMPTS = 5;
    private static final int ACK_PENDING_MAX = 10_000;

    private final Vertx vertx;
    private final String serving;
    private final String calling;
    private final Ground ground;
    private final Jnats connector;
    private final Bus streams;
    private final AtomicInteger durables = new AtomicInteger();

    private Yard(Vertx vertx, String serving, String calling, Ground ground) {
        this.vertx = vertx;
        this.serving = serving;
        this.calling = calling;
        this.ground = ground;
        this.connector = new Jnats(vertx);
        this.streams = connect(ground.streams());
    }

    /** Starts a server in a directory of its own, which the caller removes. */
    static Yard raise(Vertx vertx, Path directory) {
        return new Yard(vertx, "server", "caller", new OwnGround(vertx, directory, "server", "caller"));
    }

    /** On a bus that stands, under names that nobody has. */
    static Yard on(Vertx vertx, NamedBus bus) {
        byte[] mark = new byte[NAME_BYTES];
        new SecureRandom().nextBytes(mark);
        String serving = "bench-" + HexFormat.of().formatHex(mark);
        String calling = serving + "-caller";
        return new Yard(
                vertx,
                serving,
                calling,
                new NamedGround(vertx, bus, PrincipalId.module(new ModuleId(serving), NODE), serving, calling));
    }

    /** What the serving module answers on. */
    public String tool() {
        return Subjects.tool(new ModuleId(serving), new ToolName(QUEUE));
    }

    /** As a module that uses it writes it. */
    String toolName() {
        return serving + "." + QUEUE;
    }

    /** What it tells; nobody consumes it but the durables made here. */
    public String event() {
        return Subjects.event(new ModuleId(serving), new EventName("said"));
    }

    /** What nobody tells. */
    private String unsaid() {
        return Subjects.event(new ModuleId(serving), new EventName("unsaid"));
    }

    /** The stream of the events. */
    public String stream() {
        return ground.stream();
    }

    Vertx vertx() {
        return vertx;
    }

    /** How the module that serves and tells connects. */
    public BusOptions server() {
        return ground.options(principal(serving));
    }

    /** How the module that calls connects. */
    public BusOptions caller() {
        return ground.options(principal(calling));
    }

    /** How the one connects who may do everything with the streams. */
    public BusOptions streams() {
        return ground.streams();
    }

    MeshOptions serverModule() {
        return ground.module(principal(serving));
    }

    MeshOptions callerModule() {
        return ground.module(principal(calling));
    }

    private static PrincipalId principal(String module) {
        return PrincipalId.module(new ModuleId(module), NODE);
    }

    Bus connect(BusOptions options) {
        return await(connector.connect(options));
    }

    /** A new durable over all events, from the first. */
    String durable() {
        String name = "d" + durables.incrementAndGet();
        await(admin().assertConsumer(spec(name, event())));
        return name;
    }

    /** Many, which find nothing. */
    List<String> idleDurables(int count) {
        List<String> names = IntStream.range(0, count)
                .mapToObj(i -> "m" + durables.incrementAndGet())
                .toList();
        await(Future.all(names.stream()
                .map(name -> admin().assertConsumer(spec(name, unsaid())))
                .toList()));
        return names;
    }

    private ConsumerSpec spec(String name, String filter) {
        return new ConsumerSpec(stream(), name, List.of(filter), ACK_WAIT, ATTEMPTS, ACK_PENDING_MAX, false, "bench");
    }

    void delete(String durable) {
        await(admin().deleteConsumer(stream(), durable));
    }

    private StreamAdmin admin() {
        return connector.streams(streams);
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
        await(streams.close(CLOSE_MAX));
        ground.close();
    }
}
