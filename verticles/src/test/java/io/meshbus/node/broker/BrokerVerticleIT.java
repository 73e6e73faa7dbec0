package io.meshbus.node.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.control.genesis.Genesis;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.natsserver.Monitor;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The child process on a real nats-server. */
class BrokerVerticleIT {
    @TempDir
    Path temp;

    private Vertx vertx;
    private MeshDirectory directory;
    private MeshIdentity identity;

    @BeforeEach
    void genesis() {
        vertx = Vertx.vertx();
        directory = new MeshDirectory(temp.resolve("mesh"));
        identity = new Genesis(directory, new SecureRandom(), Clock.systemUTC())
                .run(Genesis.Request.local("demo"))
                .identity();
    }

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Test
    void runsAHealthyServerAndLeavesNoProcess() throws Exception {
        String id = await(vertx.deployVerticle(new BrokerVerticle(BrokerVerticle.Config.DEFAULT, directory, identity)));
        Monitor.Running running = await(new Monitor(vertx, identity.monitorPort()).running());
        assertThat(running.version()).startsWith("2.");
        assertThat(running.configDigest()).startsWith("sha256:");
        long pid = Long.parseLong(Files.readString(directory.brokerPid()).strip());
        assertThat(ProcessHandle.of(pid)).isPresent();
        await(vertx.undeploy(id));
        assertThat(ProcessHandle.of(pid)).isEmpty();
    }

    private static <T> T await(io.vertx.core.Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
