package io.meshbus.node.broker;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.meshbus.control.MeshFixture;
import io.meshbus.control.genesis.Genesis;
import io.meshbus.directory.AtomicFile;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.natsserver.NatsServerBinary;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.Digest;
import io.nats.client.Connection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The child process on a real nats-server. */
class BrokerVerticleIT {
    private static final Duration SOON = Duration.ofSeconds(15);

    @TempDir
    Path temp;

    private MeshFixture mesh;

    @BeforeEach
    void genesis() throws Exception {
        mesh = new MeshFixture(temp.resolve("mesh"));
    }

    @AfterEach
    void close() throws Exception {
        mesh.close();
    }

    @Test
    void runsAHealthyServerAndLeavesNoProcess() throws Exception {
        mesh.startBroker();
        long pid = mesh.brokerPid();
        assertThat(mesh.running().configDigest()).startsWith("sha256:");
        mesh.stopBroker();
        assertThat(ProcessHandle.of(pid)).isEmpty();
        assertThat(mesh.directory.brokerPid()).doesNotExist();
    }

    @Test
    void theControllerAndTheFirstPersonConnectOverThePinnedCertificate() throws Exception {
        mesh.startBroker();
        try (Connection controller =
                        mesh.connect(PrincipalId.CONTROLLER, mesh.controllerPassword(PrincipalId.CONTROLLER));
                Connection streams = mesh.connect(PrincipalId.STREAMS, mesh.controllerPassword(PrincipalId.STREAMS));
                Connection admin = mesh.admin()) {
            assertThat(controller.getStatus()).isEqualTo(Connection.Status.CONNECTED);
            assertThat(streams.getStatus()).isEqualTo(Connection.Status.CONNECTED);
            assertThat(admin.getStatus()).isEqualTo(Connection.Status.CONNECTED);
            assertThat(controller.getServerInfo().getMaxPayload()).isEqualTo(2 << 20);
        }
        assertThatThrownBy(() -> mesh.connect(
                        PrincipalId.CONTROLLER, mesh.controllerPassword(PrincipalId.CONTROLLER), "0".repeat(64)))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() ->
                        mesh.connect(PrincipalId.CONTROLLER, io.meshbus.sdk.secret.Secret.mint(new SecureRandom())))
                .isInstanceOf(IOException.class);
    }

    @Test
    void theCommandLineNamesTheConfigurationAndNothingElse() throws Exception {
        mesh.startBroker();
        String line = Files.readString(
                Path.of("/proc", Long.toString(mesh.brokerPid()), "cmdline"), StandardCharsets.ISO_8859_1);
        assertThat(List.of(line.split("\0")))
                .containsExactly(
                        NatsServerBinary.locate(null).toString(),
                        "-c",
                        mesh.directory.natsConf().toString());
    }

    @Test
    void aKilledServerIsStartedAgain() throws Exception {
        mesh.startBroker();
        long first = mesh.brokerPid();
        ProcessHandle.of(first).orElseThrow().destroyForcibly();
        await().atMost(SOON).ignoreExceptions().until(() -> mesh.brokerPid() != first && mesh.running() != null);
        try (Connection admin = mesh.admin()) {
            assertThat(admin.getStatus()).isEqualTo(Connection.Status.CONNECTED);
        }
    }

    @Test
    void aServerThatAKilledControllerLeftBehindIsStoppedFirst() throws Exception {
        Process orphan = Child.start(NatsServerBinary.locate(null), mesh.directory);
        await().atMost(SOON).ignoreExceptions().until(() -> mesh.running() != null);
        mesh.startBroker();
        assertThat(orphan.isAlive()).isFalse();
        assertThat(mesh.brokerPid()).isNotEqualTo(orphan.pid());
    }

    @Test
    void anOrphanIsFoundWithoutItsPidFileToo() throws Exception {
        Process orphan = Child.start(NatsServerBinary.locate(null), mesh.directory);
        await().atMost(SOON).ignoreExceptions().until(() -> mesh.running() != null);
        Files.delete(mesh.directory.brokerPid());
        mesh.startBroker();
        assertThat(orphan.isAlive()).isFalse();
    }

    @Test
    void aForeignProcessWithTheRememberedNumberIsLeftAlone() throws Exception {
        Process foreign = new ProcessBuilder("sleep", "60").start();
        try {
            AtomicFile.write(mesh.directory.brokerPid(), Long.toString(foreign.pid()));
            mesh.startBroker();
            assertThat(foreign.isAlive()).isTrue();
        } finally {
            foreign.destroyForcibly();
        }
    }

    @Test
    void aTakenPortIsSaidInOneSentence() throws Exception {
        try (ServerSocket taken =
                new ServerSocket(mesh.identity.natsPort(), 1, InetAddress.getByName(mesh.identity.host()))) {
            assertThatThrownBy(() -> mesh.startBroker())
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(ProblemException.class, problem -> {
                        assertThat(problem.code()).isEqualTo(ProblemCode.PORT_TAKEN);
                        assertThat(problem.problem().line())
                                .contains("port " + taken.getLocalPort())
                                .doesNotContain("\n");
                    });
        }
    }

    @Test
    void aMissingProgramIsSaidInOneSentence() {
        assertThatThrownBy(() -> await(mesh.vertx.deployVerticle(new BrokerVerticle(
                        new BrokerVerticle.Config("/nonexistent/nats-server", Duration.ofMillis(250)),
                        mesh.directory,
                        mesh.identity))))
                .cause()
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        problem -> assertThat(problem.code()).isEqualTo(ProblemCode.BROKER_MISSING));
    }

    @Test
    void aConfigurationThatTheServerRefusesIsNotStarted() throws Exception {
        AtomicFile.write(mesh.directory.users(), "MESH_USERS = [");
        assertThatThrownBy(() -> mesh.startBroker()).cause().isInstanceOfSatisfying(ProblemException.class, problem -> {
            assertThat(problem.code()).isEqualTo(ProblemCode.BROKER_FAILED);
            assertThat(problem.problem().why()).contains("users.conf");
        });
    }

    @Test
    void aBrokenListIsNotAppliedAndTheNextSoundOneIs() throws Exception {
        mesh.startBroker();
        String sound = Files.readString(mesh.directory.users());
        String before = mesh.running().configDigest();
        Path log = mesh.directory.brokerLog();
        AtomicFile.write(mesh.directory.users(), sound + "]]");
        // Changes the digest: another sync interval, which a reload may change or refuse, would prove nothing.
        String edited = sound.replaceFirst("\"_INBOX\\.>\"", "\"_INBOX.>\"\n      \"_INBOX.x\"");
        assertThat(edited).isNotEqualTo(sound);
        String[] lines = edited.split("\n", 4);
        String other = lines[0] + "\n" + lines[1] + "\n# sha256 " + Digest.sha256(lines[3]) + "\n" + lines[3];
        await().during(Duration.ofMillis(600))
                .atMost(Duration.ofSeconds(5))
                .until(() -> mesh.running().configDigest().equals(before));
        // The server would take this one; nobody composed it.
        AtomicFile.write(mesh.directory.users(), edited);
        await().during(Duration.ofMillis(600))
                .atMost(Duration.ofSeconds(5))
                .until(() -> mesh.running().configDigest().equals(before));
        assertThat(Files.readString(log)).doesNotContain("Failed to reload");
        AtomicFile.write(mesh.directory.users(), other);
        await().atMost(SOON).until(() -> !mesh.running().configDigest().equals(before));
        assertThat(mesh.brokerPid()).isPositive();
    }

    @Test
    void comesBackOnTheSameDirectoryWithTheSameIdentity() throws Exception {
        mesh.startBroker();
        mesh.stopBroker();
        MeshIdentity again = new Genesis(
                        new MeshDirectory(mesh.directory.root()), new SecureRandom(), Clock.systemUTC())
                .run(Genesis.Request.local("demo"))
                .identity();
        assertThat(again).isEqualTo(mesh.identity);
        mesh.startBroker();
        try (Connection admin = mesh.admin()) {
            assertThat(admin.getStatus()).isEqualTo(Connection.Status.CONNECTED);
        }
    }
}
