package io.meshbus.sdk.impl;

import static io.meshbus.sdk.impl.Layout.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.testing.LocalNats;
import io.nats.client.NKey;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A principal that signs instead of sending a password. */
@ExtendWith(LoopWatch.class)
class NkeyIT {
    private static final Duration SECONDS = Duration.ofSeconds(5);

    private static BusOptions options(LocalNats server, NKey key) throws Exception {
        BusOptions mesh = Layout.options(server, Layout.M1);
        return new BusOptions(
                mesh.principal(),
                mesh.urls(),
                mesh.pins(),
                new BusOptions.Auth(mesh.principal().value(), null, Secret.of(new String(key.getSeed()))),
                mesh.apiPrefix(),
                SECONDS,
                mesh.pendingBytesMax());
    }

    @Test
    void aSeedConnectsReconnectsAndAStrangersIsRefused(@TempDir Path directory) throws Exception {
        NKey key = NKey.createUser(new SecureRandom());
        String config = Layout.config("")
                .replace("{user: \"m1.n1\", password: \"pw\",", "{nkey: " + new String(key.getPublicKey()) + ",");
        Vertx vertx = LoopWatch.vertx();
        try (LocalNats server = LocalNats.start(directory, config)) {
            Bus streams = Layout.connect(vertx, server, Layout.STREAMS);
            Layout.events(vertx, streams, "m1", SECONDS, 5);
            Bus bus = await(new Jnats(vertx).connect(options(server, key)));
            await(bus.store(Bed.event("a"), PublishOptions.PLAIN));
            server.kill();
            server.restart();
            Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> bus.state() == BusState.CONNECTED);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .ignoreExceptions()
                    .until(() -> await(bus.store(Bed.event("b"), PublishOptions.PLAIN))
                                    .sequence()
                            > 1);
            assertThat(Bed.code(new Jnats(vertx).connect(options(server, NKey.createUser(new SecureRandom())))))
                    .isEqualTo(ProblemCode.BUS_AUTH);
            await(bus.close(SECONDS));
            await(streams.close(SECONDS));
        } finally {
            await(vertx.close());
        }
    }
}
