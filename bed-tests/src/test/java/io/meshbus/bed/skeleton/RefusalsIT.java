package io.meshbus.bed.skeleton;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.bed.DefinitionCopy;
import io.meshbus.bed.Meshbus;
import io.meshbus.bed.Meshbus.Result;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong is said in one clear sentence, with exit status 1, and nothing is left half done. */
class RefusalsIT {
    @TempDir
    private Path temporary;

    private Path directory;
    private Path definition;
    private DefinitionCopy copy;

    @BeforeEach
    void copyTheDemo() {
        directory = temporary.resolve("mesh");
        definition = temporary.resolve("definition");
        copy = DefinitionCopy.ofDemo(definition);
    }

    @Test
    void aWrongDefinitionNamesEveryFaultAndChangesNothing() throws IOException {
        edit("modules/orders/module.yaml", "consumes:", "consumez:");
        edit("modules/pricing/module.yaml", "module: pricing", "module: pricing\nversionn: 2.0.0");
        Result refused = Meshbus.run("up", "--dir", directory.toString(), "--push", definition.toString());
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        assertThat(refused.err())
                .containsPattern("modules/orders/module.yaml:\\d+")
                .contains("consumez")
                .contains("consumes")
                .containsPattern("modules/pricing/module.yaml:\\d+")
                .contains("versionn");
        assertThat(directory.resolve("store")).doesNotExist();
        assertThat(refused.all()).doesNotContain("Exception");
    }

    @Test
    void aBadTokenAndAnUnknownEventAreNamed() throws IOException {
        edit("modules/orders/module.yaml", "clock.tick", "clock.tock");
        edit("mesh.yaml", "n2", "N2");
        Result refused = Meshbus.run("push", "--dir", directory.toString(), definition.toString());
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        assertThat(refused.err()).contains("clock.tock").contains("clock.tick").contains("N2");
    }

    @Test
    void aTakenPortIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Result refused = Meshbus.run(
                    "up",
                    "--dir",
                    directory.toString(),
                    "--port",
                    Integer.toString(taken.getLocalPort()),
                    "--push",
                    definition.toString());
            assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
            assertThat(refused.err()).contains("PORT_TAKEN").contains(Integer.toString(taken.getLocalPort()));
        }
    }

    @Test
    void aDirectoryOfAnotherMeshIsRefused() throws IOException {
        Result made = Meshbus.run("genesis", "--dir", directory.toString(), "--mesh", "other");
        assertThat(made.exit()).as(made.all()).isZero();
        Result refused = Meshbus.run("up", "--dir", directory.toString(), "--push", definition.toString());
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        assertThat(refused.err()).contains("other").contains("demo");
    }

    @Test
    void aDirectoryThatNoMeshMadeIsLeftAsItIs() throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("precious.txt"), "mine");
        for (String[] command : new String[][] {
            {"up", "--push", definition.toString()},
            {"genesis"},
            {"host"},
            {"run", "--config", config("host-n1")},
            {"run", "--config", config("broker")}
        }) {
            Result refused = Meshbus.run(Stream.concat(Stream.of(command), Stream.of("--dir", directory.toString()))
                    .toArray(String[]::new));
            assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
            assertThat(refused.err()).contains(directory.toString());
            try (Stream<Path> left = Files.list(directory)) {
                assertThat(left).as(String.join(" ", command)).containsExactly(directory.resolve("precious.txt"));
            }
        }
    }

    @Test
    void aMissingServerProgramIsNamedWithTheRemedy() {
        Result refused = Meshbus.run(
                Map.of("MESHBUS_NATS_SERVER", "/nonexistent/nats-server"),
                "up",
                "--dir",
                directory.toString(),
                "--push",
                definition.toString());
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        assertThat(refused.err()).contains("nats-server");
    }

    @Test
    void aCommandWithoutAMeshSaysThatItIsUnreachable() {
        Result refused = Meshbus.run("--dir", directory.toString(), "status");
        assertThat(refused.exit()).as(refused.all()).isIn(1, 3);
        assertThat(refused.all()).doesNotContain("Exception");
    }

    private static String config(String name) {
        return Meshbus.root().resolve("configs/roles/" + name + ".yaml").toString();
    }

    private void edit(String file, String from, String to) {
        copy.edit(file, from, to);
    }
}
