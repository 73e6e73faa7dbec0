package io.meshbus.bed.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.MeshBed;
import io.meshbus.bed.Meshbus;
import io.meshbus.bed.RolesBed;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.directory.PersonFiles;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The broker of a working mesh gets another certificate; whoever was told comes back, whoever was not is refused. */
class CertificateIT {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final PersonId ADMIN = new PersonId("admin");

    @TempDir
    private Path temporary;

    private MeshDirectory mesh;

    @Test
    void everybodyComesBackUnderTheNextCertificate() throws Exception {
        mesh = new MeshDirectory(temporary.resolve("mesh"));
        try (MeshBed bed = MeshBed.demo(mesh.root())) {
            Path stranger = temporary.resolve("old.json");
            Files.copy(mesh.person(ADMIN), stranger);
            Files.copy(mesh.personKey(ADMIN), temporary.resolve("old.key"));
            String old = pins().get(0);
            assertThat(bed.run("certificate", "switch").exit()).isEqualTo(2);

            bed.json("certificate", "next");
            List<String> both = pins();
            String next = both.get(1);
            assertThat(both).hasSize(2).contains(old);
            assertThat(bed.run("certificate", "drop").all()).contains("not in use yet");

            bed.json("certificate", "switch", "--timeout", "120s");
            assertThat(pins()).isEqualTo(both);
            everyNodeHas(both);
            assertThat(asStranger(stranger)).contains("BUS_PIN").contains(next);

            long before = bed.brokerPid();
            ProcessHandle.of(before).orElseThrow().destroyForcibly();
            await().atMost(LIMIT).ignoreExceptions().until(() -> bed.brokerPid() != before && isCalled(bed));

            bed.json("certificate", "drop");
            assertThat(pins()).containsExactly(next);
            await().atMost(LIMIT).untilAsserted(() -> everyNodeHas(List.of(next)));
            await().atMost(LIMIT).ignoreExceptions().until(() -> isConverged(bed.json("status")));
            assertThat(PersonFiles.credentials(mesh.person(ADMIN)).pins()).containsExactly(next);
            assertThat(asStranger(stranger)).contains("BUS_PIN");

            assertThat(bed.interrupt()).isBetween(0, 143);
            bed.upAgain();
            await().atMost(LIMIT).ignoreExceptions().until(() -> isCalled(bed));
        }
    }

    /** In processes of their own, so that one of them can be off. */
    @Test
    void aNodeThatIsOffStopsTheSwitchAndOnlyForceLeavesItBehind() throws Exception {
        try (RolesBed bed = RolesBed.demo(temporary.resolve("roles"))) {
            bed.kill("host-n2");
            bed.json("certificate", "next");

            Meshbus.Result refused = bed.run("certificate", "switch", "--timeout", "5s");
            assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
            assertThat(refused.err())
                    .contains("BUS_PIN")
                    .contains("recognised by n2")
                    .contains("--force");

            bed.json("certificate", "switch", "--force");
            bed.json("certificate", "drop");
            assertThat(bed.json("status").getString("mesh")).isEqualTo("demo");
            bed.start("host-n2", Map.of());
            await().atMost(LIMIT).until(() -> bed.process("host-n2").err().contains("BUS_PIN"));
            bed.kill("host-n2");

            assertThat(bed.run("node", "remove", "n2").exit()).isZero();
            Files.delete(new MeshDirectory(temporary.resolve("roles"))
                    .node(new NodeId("n2"))
                    .resolve("identity.json"));
            bed.start("host-n2", Map.of("MESHBUS_TOKEN", bed.token("n2")));
            bed.awaitReady("host-n2");
            await().atMost(LIMIT)
                    .ignoreExceptions()
                    .until(() -> bed.run("call", "pricing.quote", "--arg", "item=tea")
                                    .exit()
                            == 0);
        }
    }

    private List<String> pins() {
        return MeshIdentity.read(mesh).pins();
    }

    private void everyNodeHas(List<String> pins) throws Exception {
        for (String node : List.of("hub", "n1", "n2")) {
            Path file = mesh.node(new NodeId(node)).resolve("identity.json");
            assertThat(new JsonObject(Files.readString(file)).getJsonArray("pins"))
                    .as(node)
                    .isEqualTo(new JsonArray(pins));
        }
    }

    private static String asStranger(Path credentials) {
        Meshbus.Result refused = Meshbus.run(Map.of(), "--as", credentials.toString(), "status");
        assertThat(refused.exit()).isNotZero();
        return refused.err();
    }

    private static boolean isCalled(MeshBed bed) {
        Meshbus.Result answer = bed.run("call", "pricing.quote", "--arg", "item=tea");
        return answer.exit() == 0;
    }

    private static boolean isConverged(JsonObject status) {
        return status.getBoolean("ready")
                && status.getJsonArray("nodes").stream()
                        .map(JsonObject.class::cast)
                        .allMatch(node -> node.getBoolean("converged") && !node.getBoolean("quiet"));
    }
}
