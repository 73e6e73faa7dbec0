package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusConnector;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.manifest.SeatVerb;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@link Mesh} over a {@link Bus} for one module on one node. A node's host makes modules run with {@link #deploy} and
 * stop with {@link #undeploy}; the bus belongs to the host, which closes it afterwards.
 */
public final class ModuleRuntime implements Mesh {
    /** Name of a module's log: this and the module. */
    public static final String LOG_PREFIX = "meshbus.module.";
    /** Running handlers get this long when a module stops. */
    public static final Duration CLOSE_DEADLINE = Duration.ofSeconds(10);

    private final Bus bus;
    private final ModuleContext context;
    private final Declared declared;
    private final ToolCaller caller;
    private final ToolDesk tools;
    private final Discovery discovery;
    private final EventPublisher publisher;
    private final EventInbox inbox;
    private final WorkSubmitter submitter;
    private final Map<SeatId, SeatDesk> desks = new LinkedHashMap<>();
    private final boolean alone;
    private boolean begun;
    private @Nullable Future<Void> closed;

    /** @param alone without a host: events and work flow from their first handler on, and close closes the bus */
    ModuleRuntime(Vertx vertx, Bus bus, ModuleContext context, boolean alone) {
        this(vertx, bus, context, alone, Chance.REAL);
    }

    ModuleRuntime(Vertx vertx, Bus bus, ModuleContext context, boolean alone, Chance chance) {
        this.bus = bus;
        this.context = context;
        this.alone = alone;
        declared = new Declared(context);
        caller = new ToolCaller(bus, declared, chance);
        tools = new ToolDesk(vertx, bus, declared);
        discovery = new Discovery(bus, context.manifest(), tools, Instant.now());
        publisher = new EventPublisher(bus, context, chance);
        inbox = new EventInbox(vertx, bus, declared, context.manifest());
        submitter = new WorkSubmitter(bus, declared, chance);
        context.manifest().holds().forEach(s -> desks.put(s, new SeatDesk(vertx, bus, context, publisher, s)));
    }

    /**
     * Deploys a module from its class, in the class loader it came with, as many instances as its manifest says.
     * Completes with the deployment id once every instance has started and its events and work flow; fails with {@code
     * CONFIG_INVALID} when the class is no module, else with what the module's start failed with.
     *
     * @param bus connected as {@code <module>.<node>}; stays open
     */
    public static Future<String> deploy(Vertx vertx, Bus bus, ModuleContext context, Class<?> verticle) {
        return deploy(vertx, bus, context, verticle.getClassLoader(), () -> newInstance(verticle));
    }

    /** As {@link #deploy(Vertx, Bus, ModuleContext, Class)} with the caller's own instances. */
    public static Future<String> deploy(
            Vertx vertx, Bus bus, ModuleContext context, Supplier<? extends MeshModule> module) {
        return deploy(vertx, bus, context, ModuleRuntime.class.getClassLoader(), module);
    }

    private static Future<String> deploy(
            Vertx vertx, Bus bus, ModuleContext context, ClassLoader loader, Supplier<? extends MeshModule> module) {
        var run = context.manifest().run().verticle();
        DeploymentOptions options = new DeploymentOptions()
                .setConfig(context.config())
                .setClassLoader(loader)
                .setInstances(run == null ? 1 : run.instances());
        try {
            return vertx.deployVerticle(() -> module.get().hand(bus, context), options);
        } catch (RuntimeException noInstance) {
            return Future.failedFuture(noInstance);
        }
    }

    /** Stops a module: its own {@code stop}, then what it registered; at most twice {@link #CLOSE_DEADLINE}. */
    public static Future<Void> undeploy(Vertx vertx, String deploymentId) {
        return vertx.undeploy(deploymentId);
    }

    static Future<Mesh> connect(Vertx vertx, BusConnector connector, MeshOptions options) {
        ModuleContext context;
        try {
            context = options.context();
        } catch (ProblemException wrong) {
            return Future.failedFuture(wrong);
        }
        return connector.connect(options.bus()).map(bus -> new ModuleRuntime(vertx, bus, context, true));
    }

    private static MeshModule newInstance(Class<?> verticle) {
        try {
            return verticle.asSubclass(MeshModule.class).getConstructor().newInstance();
        } catch (ReflectiveOperationException | ClassCastException failure) {
            throw new ProblemException(
                    Problem.of(
                            ProblemCode.CONFIG_INVALID,
                            "class " + verticle.getName() + " cannot run as a module",
                            String.valueOf(failure),
                            "extend MeshModule and give it a public constructor without arguments"),
                    failure);
        }
    }

    /** The module's start is complete: events and work flow from now on. */
    Future<Void> begin() {
        begun = true;
        Promises.warnOfBroken(context.manifest(), tools, inbox, desks);
        flow();
        return Future.succeededFuture();
    }

    private void flow() {
        if ((begun || alone) && closed == null) {
            discovery.begin();
            if (begun || inbox.hears()) {
                inbox.begin();
            }
            desks.values().forEach(SeatDesk::begin);
        }
    }

    private Future<Void> release() {
        WireCodec.forgetTypes();
        return alone ? bus.close(CLOSE_DEADLINE) : Future.succeededFuture();
    }

    @Override
    public <T> Future<T> request(String tool, Object input, Class<T> type, CallOptions options) {
        return whileOpen(() -> caller.request(tool, input, type, options));
    }

    @Override
    public <T> Future<Registration> handle(String tool, Class<T> type, Function<Call<T>, ? extends Future<?>> handler) {
        return whileOpen(() -> tools.handle(tool, type, handler).onSuccess(live -> flow()));
    }

    @Override
    public Future<String> publish(String event, Object data, EventOptions options) {
        return whileOpen(() -> publisher.publish(declared.emitted(event), data, options));
    }

    @Override
    public <T> Future<Registration> subscribe(
            String pattern, Class<T> type, SubscribeOptions options, Function<Event<T>, ? extends Future<?>> handler) {
        return whileOpen(() -> inbox.subscribe(pattern, type, options, handler).onSuccess(registered -> flow()));
    }

    @Override
    public Future<String> submit(String work, Object input) {
        return whileOpen(() -> submitter.submit(work, input));
    }

    @Override
    public <T> Future<Registration> accept(
            String work, Class<T> type, AcceptOptions options, Function<Work<T>, Future<Outcome>> handler) {
        return whileOpen(() -> {
            SeatVerb ref = declared.accepted(work);
            SeatDesk desk = Objects.requireNonNull(desks.get(ref.seat()));
            return desk.accept(ref, type, options, handler).onSuccess(registered -> flow());
        });
    }

    @Override
    public Future<Void> close() {
        Future<Void> before = closed;
        if (before != null) {
            return before;
        }
        List<Future<Void>> stopping = new ArrayList<>();
        stopping.add(discovery.stop());
        stopping.add(tools.stop());
        stopping.add(inbox.stop(CLOSE_DEADLINE));
        desks.values().forEach(desk -> stopping.add(desk.stop(CLOSE_DEADLINE)));
        Future<Void> closing = Future.join(stopping).<Void>mapEmpty().eventually(this::release);
        closed = closing;
        return closing;
    }

    private <T> Future<T> whileOpen(Supplier<Future<T>> use) {
        if (closed != null) {
            return Future.failedFuture(Problem.of(
                            ProblemCode.CLOSED,
                            "module " + context.manifest().module() + " has closed its mesh",
                            "",
                            "begin nothing after close")
                    .asException());
        }
        try {
            return use.get();
        } catch (ProblemException refused) {
            return Future.failedFuture(refused);
        }
    }
}
