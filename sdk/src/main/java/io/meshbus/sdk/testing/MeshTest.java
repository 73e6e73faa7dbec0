package io.meshbus.sdk.testing;

import io.meshbus.sdk.module.MeshModule;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A module's test on a real bus (spec 4.5), as a JUnit 5 extension: a nats-server, the composed mesh of one manifest with
 * no right too many, the module running in it, and a {@link Probe} that plays everybody else.
 *
 * <pre>{@code
 * @RegisterExtension
 * final MeshTest mesh = MeshTest.of(Path.of("definition"), "pricing");
 *
 * @Test
 * void quotes(Probe probe) {
 *     JsonObject quote = probe.await(probe.call("quote", new JsonObject().put("item", "tea"), JsonObject.class));
 * }
 * }</pre>
 *
 * <p>In an instance field each test has a mesh of its own; in a static field the class shares one. Parameters: {@link
 * Probe}, and {@link Vertx} unless vertx-junit5 gives it. A test fails when the module's user did what it may not. Needs
 * JUnit 5 on the class path, and Docker with Testcontainers or a nats-server.
 */
public final class MeshTest
        implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback, ParameterResolver {
    private static final String VERTX_EXTENSION = "io.vertx.junit5.VertxExtension";

    private final Path definition;
    private final String module;
    private final Map<String, String> secrets = new HashMap<>();
    private @Nullable Supplier<? extends MeshModule> code;
    private @Nullable JsonObject config;
    private @Nullable RaisedModule raised;
    private boolean shared;

    private MeshTest(Path definition, String module) {
        this.definition = definition;
        this.module = module;
    }

    /**
     * @param definition a definition directory, or any that holds {@code modules/<module>} and the seats it names
     * @param module the module under test; the class its manifest names runs, or {@link #code}
     */
    public static MeshTest of(Path definition, String module) {
        return new MeshTest(definition, module);
    }

    /** Runs this instead of the class that the manifest names. */
    public MeshTest code(Supplier<? extends MeshModule> supplier) {
        code = supplier;
        return this;
    }

    /** The module's config instead of the manifest's. */
    public MeshTest config(JsonObject value) {
        config = value.copy();
        return this;
    }

    /** A secret that the manifest names. */
    public MeshTest secret(String name, String value) {
        secrets.put(name, value);
        return this;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        shared = true;
        raised = raise(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        if (!shared) {
            raised = raise(context);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        RaisedModule current = raised;
        if (current != null) {
            if (shared) {
                current.requireNoViolation();
            } else {
                raised = null;
                current.close();
            }
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        RaisedModule current = raised;
        raised = null;
        if (current != null) {
            current.close();
        }
    }

    private RaisedModule raise(ExtensionContext context) throws Exception {
        ClassLoader loader = context.getRequiredTestClass().getClassLoader();
        return RaisedModule.raise(new RaisedModule.Plan(definition, module, code, config, Map.copyOf(secrets), loader));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == Probe.class || (type == Vertx.class && !vertxIsGiven(context));
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        RaisedModule current = raised;
        if (current == null) {
            throw new IllegalStateException(
                    "no mesh yet: a constructor or @BeforeAll needs MeshTest in a static field");
        }
        return parameter.getParameter().getType() == Probe.class ? current.probe() : current.vertx();
    }

    private static boolean vertxIsGiven(ExtensionContext context) {
        return AnnotationSupport.findRepeatableAnnotations(context.getRequiredTestClass(), ExtendWith.class).stream()
                .flatMap(with -> Arrays.stream(with.value()))
                .anyMatch(extension -> extension.getName().equals(VERTX_EXTENSION));
    }
}
