package io.meshbus.bed.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.DefinitionCopy;
import io.meshbus.bed.MeshBed;
import io.meshbus.bed.Meshbus;
import io.meshbus.bed.PlainClient;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.bus.BusOptions.Auth;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.secret.UserKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo with {@code auth: nkey}: no secret travels, the server knows public keys only, and everything works. */
class NkeyIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern SEED = Pattern.compile("SU[A-Z2-7]{56}");
    private static final NodeId N1 = new NodeId("n1");

    @TempDir
    private Path temporary;

    @Test
    void aMeshOfKeysStandsGrowsAndComesBack() throws Exception {
        DefinitionCopy definition = DefinitionCopy.ofDemo(temporary.resolve("definition"));
        definition.edit("mesh.yaml", "mesh: demo", "mesh: demo\nauth: nkey");
        MeshDirectory mesh = new MeshDirectory(temporary.resolve("mesh"));
        try (MeshBed bed = MeshBed.raise(mesh.root(), definition.root())) {
            onlyKeys(mesh);
            called(bed);
            aModuleSignsInWithItsOwnKeyAndNobodyWithAnother(mesh);

            definition.edit("mesh.yaml", "clock:   [ hub ]", "clock:   [ hub, n1 ]");
            Meshbus.Result pushed = bed.run("push", definition.root().toString());
            assertThat(pushed.exit()).as(pushed.all()).isZero();
            onlyKeys(mesh);
            assertThat(PlainClient.handed(mesh, new ModuleId("clock"), N1)).startsWith("nkey:");

            Meshbus.Result issued = bed.run(
                    "operator",
                    "issue",
                    "ann",
                    "--tools",
                    "pricing.quote",
                    "--out",
                    file("ann.json").toString());
            assertThat(issued.exit()).as(issued.all()).isZero();
            asAnn(file("ann.json"));
            Meshbus.run("key", "new", "--out", file("bob.key").toString());
            issued = bed.run(
                    "operator",
                    "issue",
                    "bob",
                    "--tools",
                    "pricing.quote",
                    "--public-key",
                    file("bob.key.pub").toString(),
                    "--out",
                    file("bob.json").toString());
            assertThat(issued.exit()).as(issued.all()).isZero();
            asAnn(file("bob.json"));
            onlyKeys(mesh);
            noSeedLiesAbout(mesh);

            assertThat(bed.interrupt()).isBetween(0, 143);
            bed.upAgain();
            await().atMost(LIMIT).untilAsserted(() -> called(bed));
            onlyKeys(mesh);
        }
    }

    private Path file(String name) {
        return temporary.resolve(name);
    }

    private static void asAnn(Path credentials) {
        Meshbus.Result call =
                Meshbus.run("--as", credentials.toString(), "call", "pricing.quote", "--arg", "item=tea", "-o", "json");
        assertThat(call.exit()).as(call.all()).isZero();
    }

    private static void called(MeshBed bed) {
        assertThat(bed.json("call", "pricing.quote", "--arg", "item=tea").getString("item"))
                .isEqualTo("tea");
    }

    /** But for the users of FABRIC and CHECK that nobody can be. */
    private static void onlyKeys(MeshDirectory mesh) throws IOException {
        List<String> users = Files.readString(mesh.users())
                .lines()
                .filter(line -> line.contains("permissions: {"))
                .toList();
        assertThat(users)
                .hasSizeGreaterThan(8)
                .allSatisfy(user ->
                        assertThat(user).containsPattern("\\{ nkey: \"U[A-Z2-7]{55}\",|(fabric|check)\\.nobody"));
        assertThat(users).filteredOn(user -> user.contains("password")).hasSize(2);
    }

    private static void aModuleSignsInWithItsOwnKeyAndNobodyWithAnother(MeshDirectory mesh) throws Exception {
        try (PlainClient orders = PlainClient.module(mesh, new ModuleId("orders"), N1)) {
            orders.connection().publish("mesh.control.n2.report", "{}".getBytes(StandardCharsets.UTF_8));
            orders.flush();
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(orders.errors()).hasSize(1));
        }
        PrincipalId id = new PrincipalId("orders.n1");
        Auth foreign = Auth.nkey(id, UserKey.generate(new SecureRandom()).seed());
        assertThatThrownBy(() -> PlainClient.connect(mesh, id, foreign)).hasMessageContaining("Authorization");
    }

    /** Only the controller keeps seeds in a file, which is its owner's alone; every other is derived when it is used. */
    private static void noSeedLiesAbout(MeshDirectory mesh) throws IOException {
        try (Stream<Path> files = Files.walk(mesh.root())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                if (file.equals(mesh.controllerSecrets())) {
                    assertThat(Files.getPosixFilePermissions(file))
                            .containsOnly(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
                } else {
                    assertThat(SEED.matcher(text).find()).as(file.toString()).isFalse();
                }
            }
        }
    }
}
