package io.meshbus.sdk.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testcontainers.images.builder.ImageFromDockerfile;

/** The kit with its broker in a container: an image of this machine's own binary, as nothing can be fetched here. */
@Tag("containers")
class ContainerMeshIT {
    private static final Pattern LIBRARY = Pattern.compile("(/\\S+) \\(0x");

    @BeforeAll
    static void image() throws Exception {
        Path binary = LocalNats.binary().toRealPath();
        ImageFromDockerfile image = new ImageFromDockerfile("localhost/mesh-test-nats", true)
                .withFileFromPath("nats-server", binary)
                .withFileFromString("mesh/README", "the broker's folder");
        StringBuilder files = new StringBuilder("FROM scratch\nCOPY nats-server /nats-server\nCOPY mesh /mesh\n");
        Process ldd = new ProcessBuilder("ldd", binary.toString()).start();
        String libraries = new String(ldd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        LIBRARY.matcher(libraries).results().map(found -> found.group(1)).forEach(library -> {
            image.withFileFromPath(library.substring(1), Path.of(library));
            files.append("COPY ")
                    .append(library.substring(1))
                    .append(' ')
                    .append(library)
                    .append('\n');
        });
        image.withFileFromString("Dockerfile", files + "ENTRYPOINT [\"/nats-server\"]\n");
        System.setProperty(Brokers.CHOICE, "container");
        System.setProperty(ContainerNats.IMAGE, image.get());
    }

    @AfterAll
    static void restore() {
        System.clearProperty(Brokers.CHOICE);
        System.clearProperty(ContainerNats.IMAGE);
    }

    @Test
    void aModuleRunsOnABrokerInAContainer() throws Exception {
        RaisedModule raised = RaisedModule.raise(new RaisedModule.Plan(
                Path.of("src/test/resources/testing"),
                "clerk",
                null,
                null,
                Map.of("word", "sesame"),
                ContainerMeshIT.class.getClassLoader()));
        try {
            Probe probe = raised.probe();
            assertThat(probe.await(probe.call("seat:till.count", new JsonObject(), JsonObject.class)))
                    .isEqualTo(new JsonObject().put("count", 3));
            probe.await(probe.publish("seat:scribe.written", new JsonObject().put("x", 1)));
            assertThat(probe.await(probe.event("noted")).body().getInteger("x")).isEqualTo(1);
            assertThat(probe.vertx()).isInstanceOf(Vertx.class);
        } finally {
            raised.close();
        }
    }
}
