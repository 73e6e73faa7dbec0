package io.meshbus.sdk.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.docs.GreeterModule;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The module of docs/SDK, with its files as they stand there. */
class GreeterIT {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Path GREETER = Path.of("src/test/resources/docs/greeter");
    private static final String CLOCK = """
            module: clock
            version: 1.0.0
            emits: { tick: {} }
            run: { verticle: x.Clock, artefact: x.jar }
            """;

    @Test
    void servesEmitsAndConsumes(@TempDir Path directory) throws Exception {
        Vertx vertx = Vertx.vertx();
        try (TestMesh mesh = TestMesh.raise(vertx, directory, source())) {
            TestMesh.await(ModuleRuntime.deploy(
                    vertx, mesh.bus("greeter", "n1"), mesh.context("greeter", "n1"), GreeterModule.class));
            mesh.deploy("clock", "n1", clock -> clock.publish("tick", new JsonObject().put("count", 7)));
            Bus admin = mesh.admin();
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(greeted(admin, "Ada"))
                            .isEqualTo(
                                    new JsonObject().put("text", "Hello, Ada").put("ticks", 7)));
            assertThat(greeted(admin, "nobody").getString("code")).isEqualTo("NOBODY_THERE");
        } finally {
            TestMesh.await(vertx.close());
        }
    }

    private static JsonObject greeted(Bus bus, String name) throws Exception {
        Buffer input = new JsonObject().put("name", name).toBuffer();
        Future<Message> answer = bus.request(Message.of("mesh.mod.greeter.tool.greet", input), LIMIT);
        return TestMesh.await(answer).body().toJsonObject();
    }

    private static DefinitionSource source() throws Exception {
        ArtefactRef jar = new ArtefactRef("0".repeat(64), 1);
        return new DefinitionSource(
                Map.of(
                        "mesh.yaml",
                        "mesh: docs\nnodes: { n1: {} }\nassignments: { greeter: [ n1 ], clock: [ n1 ] }\n",
                        "modules/clock/module.yaml",
                        CLOCK,
                        "modules/greeter/module.yaml",
                        Files.readString(GREETER.resolve("module.yaml")),
                        "modules/greeter/schemas/person.json",
                        Files.readString(GREETER.resolve("schemas/person.json"))),
                Map.of("modules/clock/x.jar", jar, "modules/greeter/greeter.jar", jar));
    }
}
