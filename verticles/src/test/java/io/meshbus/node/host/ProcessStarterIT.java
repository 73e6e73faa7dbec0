package io.meshbus.node.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.node.host.rules.Backoff;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.secret.Sealing;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.wire.Declaration.ModuleDeclaration;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessStarterIT {
    private static final SealingKey KEY = SealingKey.generate(new SecureRandom());
    private static final HostIdentity IDENTITY = new HostIdentity(
            1, Declarations.N1, "mesh-1", "demo", "key", List.of("tls://127.0.0.1:1"), List.of("pin"), 1, "sealed");

    @TempDir
    private Path directory;

    private final Vertx vertx = Vertx.vertx();
    private final ProcessStarter starter = new ProcessStarter(
            vertx, KEY, new Backoff(List.of(Duration.ofMillis(50))), Clock.systemUTC(), new SecureRandom());

    @AfterEach
    void endAll() throws Exception {
        Processes.end(home());
        await(vertx.close());
    }

    private ModuleHome home() {
        return new HostState(directory).module(new io.meshbus.sdk.id.ModuleId("worker"));
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private ModuleStarter.Start start(String fingerprint, String script) throws Exception {
        String password = Sealing.seal(
                KEY.publicKey(),
                PrincipalId.module(new io.meshbus.sdk.id.ModuleId("worker"), Declarations.N1)
                        .value(),
                "top-secret".getBytes(StandardCharsets.UTF_8));
        ModuleDeclaration module = Declarations.module(
                "worker", "1", Declarations.process("sh", "-c", script), Map.of(), Map.of(), password);
        home().make();
        return new ModuleStarter.Start(IDENTITY, module, fingerprint, home(), Map.of());
    }

    /** A host that is killed looks after nothing any more; its process goes on. */
    private void startAndKillTheHost(ModuleStarter.Start start) throws Exception {
        Vertx killed = Vertx.vertx();
        ProcessStarter its = new ProcessStarter(
                killed, KEY, new Backoff(List.of(Duration.ofMillis(50))), Clock.systemUTC(), new SecureRandom());
        await(its.start(start));
        await(killed.close());
    }

    private long pid() throws Exception {
        return ProcessNote.read(home().processNote()).orElseThrow().pid();
    }

    @Test
    void givesAProcessItsIdentityInAFileAndNoSecretAnywhereElse() throws Exception {
        RunningModule running = await(starter.start(start("f", "env; cat \"$MESHBUS_CREDENTIALS\" > seen; sleep 600")));

        Path seen = home().home().resolve("seen");
        Awaitility.await().until(() -> Files.exists(seen) && Files.size(seen) > 0);
        JsonObject credentials = new JsonObject(Files.readString(seen));
        assertThat(credentials.getString("principal")).isEqualTo("worker.n1");
        assertThat(credentials.getString("password")).isEqualTo("top-secret");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home().credentials())))
                .isEqualTo("rw-------");
        assertThat(Files.readString(home().output()))
                .contains("MESHBUS_NODE=n1", "GREETING=hello")
                .doesNotContain("top-secret");
        assertThat(Files.readString(Path.of("/proc/" + pid() + "/cmdline"))).doesNotContain("top-secret");

        long pid = pid();
        await(running.stop());
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        assertThat(home().processNote()).doesNotExist();
    }

    @Test
    void startsAProcessThatEndsAgainAndSaysSo() throws Exception {
        RunningModule running = await(starter.start(start("f", "echo run >> runs; exit 3")));

        Path runs = home().home().resolve("runs");
        Awaitility.await()
                .until(() -> Files.exists(runs) && Files.readAllLines(runs).size() >= 3);
        Awaitility.await().until(() -> running.fault().contains("restart"));

        await(running.stop());
    }

    @Test
    void stopEndsItsChildrenToo() throws Exception {
        RunningModule running = await(starter.start(start("f", "sleep 600 & echo $! > child; wait")));
        Path child = home().home().resolve("child");
        Awaitility.await().until(() -> Files.exists(child) && Files.size(child) > 1);
        long pid = Long.parseLong(Files.readString(child).strip());

        await(running.stop());

        Awaitility.await()
                .until(() ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void takesOverTheOneThatSurvivedAKilledHost() throws Exception {
        startAndKillTheHost(start("f", "sleep 600"));
        long pid = pid();

        RunningModule again = await(starter.start(start("f", "sleep 600")));
        assertThat(pid()).isEqualTo(pid);

        await(again.stop());
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void endsTheSurvivorThatIsNotAsDeclared() throws Exception {
        startAndKillTheHost(start("f", "sleep 600"));
        long old = pid();

        RunningModule again = await(starter.start(start("other", "sleep 601")));

        assertThat(pid()).isNotEqualTo(old);
        assertThat(ProcessHandle.of(old).filter(ProcessHandle::isAlive)).isEmpty();
        await(again.stop());
    }

    @Test
    void aCommandThatIsNotThereFailsTheStart() throws Exception {
        ModuleStarter.Start start = start("f", "");
        ModuleDeclaration module = Declarations.module(
                "worker",
                "1",
                Declarations.process("no-such-command-here"),
                Map.of(),
                Map.of(),
                start.module().credentials());
        Future<RunningModule> running = starter.start(new ModuleStarter.Start(IDENTITY, module, "f", home(), Map.of()));

        Awaitility.await().until(running::isComplete);
        assertThat(running.failed()).isTrue();
        assertThat(ModuleSet.reason(running.cause())).contains("no-such-command-here");
    }
}
