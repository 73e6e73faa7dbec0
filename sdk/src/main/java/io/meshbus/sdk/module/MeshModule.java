package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Secret;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A module's verticle (spec 4.1). Extend it, give it a public constructor without arguments, name it in the manifest's
 * {@code run}. Everything it registers runs on this verticle's one context; timers it sets are cancelled when it stops.
 */
public abstract class MeshModule extends VerticleBase {
    /** A module whose start has not completed by then has failed. */
    static final long START_SECONDS_MAX = 60;

    private @Nullable Bus bus;
    private @Nullable ModuleContext given;
    private @Nullable ModuleRuntime runtime;

    /**
     * Registers what the module serves, hears and accepts. Events and work begin to flow once the future has completed;
     * a failed one, or none within 60 s, is a failed deployment.
     */
    protected abstract Future<?> start(Mesh mesh) throws Exception;

    /** Lets go of what the module holds itself; the mesh is still open, and is closed afterwards. */
    protected Future<?> stop(Mesh mesh) throws Exception {
        return Future.succeededFuture();
    }

    /** A secret that the manifest names: {@code NOT_DECLARED} if it does not, {@code UNKNOWN_NAME} if none was set. */
    protected final Secret secret(String name) {
        if (!given().manifest().secrets().contains(name)) {
            throw Declared.missing(given().manifest(), "secret " + name, "secrets: [ " + name + " ]");
        }
        Secret secret = given().secrets().get(name);
        if (secret == null) {
            throw Problem.of(
                            ProblemCode.UNKNOWN_NAME,
                            "secret " + name + " has no value",
                            "module " + given().manifest().module() + " declares it and nobody has set it",
                            "meshbus secret set " + given().manifest().module() + " " + name)
                    .asException();
        }
        return secret;
    }

    /** The module's own directory: its declared files and directories lie here. */
    protected final Path home() {
        return given().home();
    }

    /** The module's log; {@code meshbus logs} shows it. */
    protected final Logger log() {
        return LoggerFactory.getLogger(
                ModuleRuntime.LOG_PREFIX + given().manifest().module());
    }

    final MeshModule hand(Bus newBus, ModuleContext newContext) {
        bus = newBus;
        given = newContext;
        return this;
    }

    @Override
    public final Future<?> start() {
        if (bus == null) {
            return Future.failedFuture(notGiven());
        }
        ModuleRuntime mesh = new ModuleRuntime(vertx, bus, given(), false);
        runtime = mesh;
        return attempt(() -> start(mesh))
                .timeout(START_SECONDS_MAX, TimeUnit.SECONDS)
                .compose(started -> mesh.begin())
                .recover(failure -> mesh.close().transform(closed -> Future.failedFuture(failure)));
    }

    @Override
    public final Future<?> stop() {
        ModuleRuntime mesh = runtime;
        if (mesh == null) {
            return Future.succeededFuture();
        }
        return attempt(() -> stop(mesh))
                .timeout(ModuleRuntime.CLOSE_DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                .eventually(mesh::close);
    }

    private ModuleContext given() {
        if (given == null) {
            throw notGiven();
        }
        return given;
    }

    /** The author's code may throw instead of failing its future. */
    private static Future<Void> attempt(Callable<Future<?>> code) {
        try {
            return code.call().mapEmpty();
        } catch (Exception failure) {
            return Future.failedFuture(failure);
        }
    }

    private static ProblemException notGiven() {
        return Problem.of(
                        ProblemCode.USAGE,
                        "a module was deployed without a mesh",
                        "a MeshModule is deployed by a node's host, or by ModuleRuntime.deploy",
                        "from any other application use Mesh.connect")
                .asException();
    }
}
