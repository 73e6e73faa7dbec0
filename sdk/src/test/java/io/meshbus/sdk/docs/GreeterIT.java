package io.meshbus.sdk.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.module.CallException;
import io.meshbus.sdk.testing.MeshTest;
import io.meshbus.sdk.testing.Probe;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The module of docs/SDK with its files as they stand there, under the test kit as the page shows it. */
class GreeterIT {
    private static final JsonObject ADA = new JsonObject().put("name", "Ada");

    @RegisterExtension
    final MeshTest mesh = MeshTest.of(Path.of("src/test/resources/docs"), "greeter");

    @Test
    void greetsAndTellsIt(Probe probe) {
        JsonObject greeting = probe.await(probe.call("greet", ADA, JsonObject.class));
        assertThat(greeting.getString("text")).isEqualTo("Hello, Ada");
        assertThat(probe.await(probe.event("greeted")).body()).isEqualTo(ADA);
    }

    @Test
    void anEmptyTickIsADeadLetter(Probe probe) {
        probe.await(probe.publish("clock.tick", "no object"));
        assertThat(probe.await(probe.deadLetter()).code()).isEqualTo("BAD_PAYLOAD");
    }

    @Test
    void countsTicks(Probe probe) {
        probe.await(probe.publish("clock.tick", new JsonObject().put("count", 7)));
        org.awaitility.Awaitility.await()
                .until(() -> probe.await(probe.call("greet", ADA, JsonObject.class))
                        .getLong("ticks")
                        .equals(7L));
    }

    @Test
    void greetsNobody(Probe probe) {
        JsonObject nobody = new JsonObject().put("name", "nobody");
        assertThatThrownBy(() -> probe.await(probe.call("greet", nobody, JsonObject.class)))
                .isInstanceOfSatisfying(
                        CallException.class,
                        refused -> assertThat(refused.reason()).isEqualTo("NOBODY_THERE"));
        assertThat(probe.unseen()).isEmpty();
    }
}
