package io.meshbus.bed.genesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.DefinitionCopy;
import io.meshbus.bed.Meshbus;
import io.meshbus.bed.Meshbus.Running;
import io.meshbus.bed.PlainClient;
import io.meshbus.bed.RolesBed;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.wire.Declaration;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spec 2.5, grant before use and withdrawal after convergence, with a controller that is killed after each step of a push:
 * taken, granted, declared, converged. Controller, broker and hosts are processes of their own.
 */
class GrantCrashIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String USE = "uses:   [ pricing.quote ]";
    private static final String MORE_USE = "uses:   [ pricing.quote, seat:mesh-catalog.catalog_tools ]";
    private static final String SUBJECT = "mesh.seat.mesh-catalog.tool.catalog_tools";
    private static final NodeId N1 = new NodeId("n1");

    @TempDir
    private Path temporary;

    private MeshDirectory mesh;
    private DefinitionCopy definition;

    @Test
    void aKilledControllerNeitherDeclaresBeforeTheGrantNorWithdrawsBeforeTheNodeHasConverged() throws Exception {
        mesh = new MeshDirectory(temporary.resolve("mesh"));
        definition = DefinitionCopy.ofDemo(temporary.resolve("definition"));
        try (RolesBed bed = RolesBed.demo(mesh.root())) {
            Declaration less = declared();
            String lessApplied = applied();
            assertThat(refused()).isTrue();

            String list = Files.readString(mesh.users());
            pushAndKill(
                    bed, USE, MORE_USE, () -> !Files.readString(mesh.users()).equals(list));
            assertThat(declared().equals(less) || !refused()).as("granted").isTrue();
            converged(bed, () -> !declared().equals(less) && !refused());
            Declaration more = declared();

            bed.kill("host-n1");
            pushAndKill(bed, MORE_USE, USE, () -> !declared().equals(more));
            startController(bed);
            // Another list is live, and still holds what the node may be using.
            bed.token("spare");
            assertThat(declared()).isEqualTo(less);
            assertThat(refused()).as("withdrawn while n1 was away").isFalse();
            bed.start("host-n1", Map.of());
            bed.awaitReady("host-n1");
            await().atMost(LIMIT).until(this::refused);

            pushAndKill(bed, USE, MORE_USE, () -> !declared().equals(less));
            assertThat(refused()).as("declared before it was granted").isFalse();
            converged(bed, () -> declared().equals(more) && !refused());

            pushAndKill(bed, MORE_USE, USE, () -> applied().equals(lessApplied));
            converged(bed, this::refused);
            assertThat(declared()).isEqualTo(less);
        }
    }

    /** A push, and the controller's end at that moment; whether the push is told to be done does not matter. */
    private void pushAndKill(RolesBed bed, String from, String to, Callable<Boolean> moment) {
        definition.edit("modules/orders/module.yaml", from, to);
        Running push = Meshbus.start(
                Map.of(),
                "--dir",
                mesh.root().toString(),
                "push",
                definition.root().toString());
        try {
            await().atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(5))
                    .ignoreExceptions()
                    .until(moment);
            bed.kill("controller");
        } finally {
            push.process().destroyForcibly();
        }
    }

    private void converged(RolesBed bed, Callable<Boolean> state) {
        startController(bed);
        await().atMost(LIMIT).ignoreExceptions().until(state);
        await().atMost(LIMIT).ignoreExceptions().until(() -> bed.unconverged().isEmpty());
    }

    private static void startController(RolesBed bed) {
        bed.start("controller", Map.of());
        bed.awaitReady("controller");
    }

    /** Digest of what the host applied last. */
    private String applied() throws Exception {
        return new JsonObject(Files.readString(mesh.node(N1).resolve("applied.json"))).getString("digest");
    }

    private Declaration declared() throws Exception {
        return PlainClient.declarationOf(mesh, N1);
    }

    /** What the server says to orders on n1 about a publish. */
    private boolean refused() throws Exception {
        try (PlainClient orders = PlainClient.module(mesh, new ModuleId("orders"), N1)) {
            return orders.isRefused(SUBJECT);
        }
    }
}
