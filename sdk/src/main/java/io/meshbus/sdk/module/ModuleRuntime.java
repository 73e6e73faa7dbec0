package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * {@link Mesh} over a {@link Bus} for one module on one node. A node's host makes modules run with {@link #deploy} and
 * stop with {@link #undeploy}; the bus belongs to the host, which closes it afterwards.
 */
@SuppressWarnings("UnusedVariable")
public final class ModuleRuntime implements Mesh {
    /** Name of a module's log: this and the module. */
    public static final String LOG_PREFIX = "meshbus.module.";
    /** Running handlers get this long when a module stops. */
    public static final Duration CLOSE_DEADLINE = Duration.ofSeconds(10);

    private final Vertx vertx;
    private final Bus bus;
    private final ModuleContext context;

    ModuleRuntime(Vertx vertx, Bus bus, ModuleContext context) {
        this.vertx = vertx;
        this.bus = bus;
        this.context = context;
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

    static Future<Mesh> connect(Vertx vertx, MeshOptions options) {
        return Future.failedFuture(new UnsupportedOperationException("connect " + vertx + options));
    }

    private static MeshModule newInstance(Class<?> verticle) {
        try {
            return verticle.asSubclass(MeshModule.class).getConstructor().newInstance();
        } catch (ReflectiveOperationException | ClassCastException failure) {
            throw new io.meshbus.sdk.problem.ProblemException(
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
        return Future.succeededFuture();
    }

    @Override
    public <T> Future<T> request(String tool, Object input, Class<T> type, CallOptions options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> Future<Registration> handle(String tool, Class<T> type, Function<Call<T>, ? extends Future<?>> handler) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Future<String> publish(String event, Object data, EventOptions options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> Future<Registration> subscribe(
            String pattern, Class<T> type, Function<Event<T>, ? extends Future<?>> handler) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Future<String> submit(String work, Object input) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> Future<Registration> accept(String work, Class<T> type, Function<Work<T>, Future<Outcome>> handler) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Future<Void> close() {
        return Future.succeededFuture();
    }
}
