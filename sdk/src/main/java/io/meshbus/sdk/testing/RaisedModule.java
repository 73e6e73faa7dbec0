package io.meshbus.sdk.testing;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.module.MeshModule;
import io.meshbus.sdk.module.MeshOptions;
import io.meshbus.sdk.module.ModuleContext;
import io.meshbus.sdk.module.ModuleRuntime;
import io.meshbus.sdk.secret.Secret;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One module running in the smallest mesh around it, with all that has to be ended again. */
final class RaisedModule {
    /** A loop held longer than this is told with its stack: what a module must not do. A cold JVM takes some time itself. */
    static final long BLOCKED_MILLIS = 500;

    private static final String VIOLATION = "Violation";

    private final Path directory;
    private final Vertx vertx;
    private final ComposedMesh mesh;
    private final Probe probe;
    private final String deployment;

    private RaisedModule(Path directory, Vertx vertx, ComposedMesh mesh, Probe probe, String deployment) {
        this.directory = directory;
        this.vertx = vertx;
        this.mesh = mesh;
        this.probe = probe;
        this.deployment = deployment;
    }

    /**
     * What to raise.
     *
     * @param code the module, or null for the class its manifest names
     * @param config the module's config, or null for the manifest's
     * @param loader where that class is
     */
    record Plan(
            Path definition,
            String module,
            @Nullable Supplier<? extends MeshModule> code,
            @Nullable JsonObject config,
            Map<String, String> secrets,
            ClassLoader loader) {}

    static RaisedModule raise(Plan plan) throws Exception {
        Path directory = Files.createTempDirectory("mesh-test");
        Vertx vertx = Vertx.vertx(new VertxOptions()
                .setBlockedThreadCheckInterval(BLOCKED_MILLIS)
                .setMaxEventLoopExecuteTime(BLOCKED_MILLIS)
                .setMaxEventLoopExecuteTimeUnit(TimeUnit.MILLISECONDS)
                .setWarningExceptionTime(BLOCKED_MILLIS)
                .setWarningExceptionTimeUnit(TimeUnit.MILLISECONDS));
        ComposedMesh mesh = null;
        try {
            DefinitionSource source = Surroundings.around(plan.definition(), plan.module());
            mesh = ComposedMesh.raise(vertx, directory.resolve("broker"), source);
            Manifest manifest =
                    Objects.requireNonNull(mesh.definition().modules().get(new ModuleId(plan.module())));
            Probe probe = Waiting.of(Probe.listen(vertx, mesh, manifest));
            Path home = home(directory.resolve("home"), plan, manifest);
            Bus bus = Waiting.of(mesh.bus(plan.module(), Surroundings.NODE));
            String deployment = Waiting.of(deploy(vertx, bus, context(mesh, plan, manifest, home), plan));
            return new RaisedModule(directory, vertx, mesh, probe, deployment);
        } catch (Exception | Error failure) {
            if (mesh != null) {
                mesh.close();
            }
            end(vertx, directory);
            throw failure;
        }
    }

    private static Future<String> deploy(Vertx vertx, Bus bus, ModuleContext context, Plan plan)
            throws ClassNotFoundException {
        if (plan.code() != null) {
            return ModuleRuntime.deploy(vertx, bus, context, plan.code());
        }
        Manifest.Verticle verticle = context.manifest().run().verticle();
        if (verticle == null) {
            throw new IllegalArgumentException(
                    "module " + plan.module() + " runs no verticle; give MeshTest its code with code(...)");
        }
        return ModuleRuntime.deploy(vertx, bus, context, Class.forName(verticle.className(), true, plan.loader()));
    }

    private static ModuleContext context(ComposedMesh mesh, Plan plan, Manifest manifest, Path home) {
        MeshOptions options = mesh.options(plan.module(), Surroundings.NODE);
        Map<String, Secret> secrets = new HashMap<>();
        plan.secrets().forEach((name, value) -> secrets.put(name, Secret.of(value)));
        return new ModuleContext(
                options.mesh(),
                new NodeId(Surroundings.NODE),
                manifest,
                options.seats(),
                plan.config() == null ? manifest.config() : plan.config(),
                secrets,
                home);
    }

    /** The module's own directory with the files and directories that its manifest declares. */
    private static Path home(Path home, Plan plan, Manifest manifest) throws IOException {
        Files.createDirectories(home);
        for (Manifest.Resource resource : manifest.resources()) {
            if (resource.directory() != null) {
                Files.createDirectories(home.resolve(resource.directory()));
            }
            if (resource.file() != null && resource.from() != null) {
                Path file = home.resolve(resource.file());
                Files.createDirectories(Objects.requireNonNull(file.getParent()));
                Files.copy(
                        plan.definition()
                                .resolve("modules")
                                .resolve(plan.module())
                                .resolve(resource.from()),
                        file);
            }
        }
        return home;
    }

    ComposedMesh mesh() {
        return mesh;
    }

    Probe probe() {
        return probe;
    }

    Vertx vertx() {
        return vertx;
    }

    /** @throws AssertionError with the server's lines when a user did what it may not */
    void requireNoViolation() {
        List<String> lines = mesh.serverLog()
                .lines()
                .filter(line -> line.contains(VIOLATION))
                .toList();
        if (!lines.isEmpty()) {
            throw new AssertionError("the server refused:\n" + String.join("\n", lines));
        }
    }

    void close() throws IOException {
        try {
            Waiting.of(ModuleRuntime.undeploy(vertx, deployment).eventually(probe::close));
            requireNoViolation();
        } finally {
            mesh.close();
            end(vertx, directory);
        }
    }

    private static void end(Vertx vertx, Path directory) throws IOException {
        Waiting.of(vertx.close());
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
