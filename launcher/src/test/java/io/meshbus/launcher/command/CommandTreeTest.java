package io.meshbus.launcher.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.launcher.terminal.CliOutput;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandTreeTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final CliOutput output =
            new CliOutput(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false);

    private int run(String... args) {
        return CommandTree.execute(output, Map.of(), args);
    }

    @Test
    void everyCommandHasHelpWithItsOwnAndTheGlobalOptions() {
        CommandLine all = CommandTree.tree(new Cli(new GlobalOptions(), output, Map.of()), null);
        assertThat(all.getSubcommands()).hasSizeGreaterThan(20);
        all.getSubcommands().forEach((name, command) -> {
            out.reset();
            assertThat(run(name, "--help")).as(name).isZero();
            assertThat(out())
                    .as(name)
                    .contains("Usage: meshbus " + name)
                    .contains("--dir")
                    .contains("-o");
            command.getSubcommands().keySet().forEach(below -> {
                out.reset();
                assertThat(run(name, below, "-h")).as(name + " " + below).isZero();
                assertThat(out())
                        .contains("Usage: meshbus " + name + " " + below)
                        .contains("--verbose");
            });
        });
    }

    @ParameterizedTest
    @CsvSource({"status", "--dir D status", "-o json --verbose status --dir D", "--dir=D -o=json status"})
    void theCommandIsFoundWhereverOptionsStand(String line) {
        assertThat(CommandTree.commandOf(line.split(" "))).isEqualTo("status");
    }

    @Test
    void globalOptionsMayStandBeforeAndAfterTheCommand(@TempDir Path directory) {
        String here = directory.toString();
        assertThat(run("--dir", here, "-o", "json", "status")).isEqualTo(1);
        JsonObject before = new JsonObject(out());
        out.reset();
        assertThat(run("status", "-o", "json", "--dir", here)).isEqualTo(1);
        assertThat(new JsonObject(out())).isEqualTo(before);
        assertThat(before.getJsonArray("problems").getJsonObject(0).getString("code"))
                .isEqualTo("DIRECTORY_NOT_A_MESH");
        assertThat(before.encode()).contains(here);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stauts", "status --dri D", "token", "token isue", "call", "events tail --count many"})
    void wrongUsageIsTwoAndSaysWhereHelpIs(String line) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(err())
                .startsWith("error: ")
                .contains("--help")
                .doesNotContain("Exception")
                .doesNotContain("\tat ");
        assertThat(out()).isEmpty();
    }

    @Test
    void aMistypedCommandIsAnsweredWithTheNearest() {
        run("stauts");
        assertThat(err()).contains("no command meshbus stauts").contains("did you mean status?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-o json", "stauts -o json", "-o=json token", "call --output json", "status --dri D -o json"})
    void withJsonWrongUsageIsADocumentToo(String line) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(new JsonObject(out())
                        .getJsonArray("problems")
                        .getJsonObject(0)
                        .getString("code"))
                .isEqualTo("USAGE");
    }

    @Test
    void noCommandShowsAllOfThem() {
        assertThat(run()).isZero();
        assertThat(out())
                .contains("up ")
                .contains("doctor")
                .contains("completion")
                .contains("Exit codes");
    }

    @Test
    void aKeyPairIsMadeOnceAndNeverOverwritten(@TempDir Path directory) throws Exception {
        Path key = directory.resolve("ann.key");
        assertThat(run("key", "new", "--out", key.toString())).isZero();
        assertThat(Files.readString(directory.resolve("ann.key.pub")).strip()).isEqualTo(out().strip());
        assertThat(Files.getPosixFilePermissions(key)).hasSize(2);
        String made = Files.readString(key);
        assertThat(run("key", "new", "--out", key.toString())).isEqualTo(1);
        assertThat(Files.readString(key)).isEqualTo(made);
        assertThat(err()).contains("ALREADY_EXISTS");
    }

    @Test
    void completionIsAScript() {
        assertThat(run("completion")).isZero();
        assertThat(out()).contains("complete -F").contains("meshbus").contains("--push");
    }

    @Test
    void configShowSaysWhereEachValueComesFrom() {
        assertThat(run("config", "show", "--dir", "/srv/mesh", "-o", "json")).isZero();
        assertThat(new JsonObject(out()).getJsonArray("config"))
                .contains(new JsonObject()
                        .put("key", "dir")
                        .put("value", "/srv/mesh")
                        .put("source", "--dir"))
                .contains(new JsonObject()
                        .put("key", "http.port")
                        .put("value", "0")
                        .put("source", "default"));
    }

    @Test
    void aManifestIsCheckedAlone(@TempDir Path directory) throws Exception {
        Path module = Files.createDirectories(directory.resolve("modules/ticker"));
        Path file = Files.writeString(
                module.resolve("module.yaml"), "module: ticker\nversion: 1.0.0\nrun: { process: { command: date } }\n");
        assertThat(run("manifest", "check", file.toString())).as(err()).isZero();
        assertThat(out()).contains("ticker 1.0.0 is valid");
        Files.writeString(file, "module: ticker\nversion: 1.0.0\nrunn: {}\n");
        assertThat(run("manifest", "check", file.toString())).isEqualTo(1);
        assertThat(err()).contains(file + ":3: ").contains("run").contains("DEFINITION_INVALID");
    }

    @Test
    void aKeyWithoutCredentialsIsWrongUsage() {
        assertThat(run("status", "--key", "x.key")).isEqualTo(2);
        assertThat(err()).contains("--as");
    }

    private String out() {
        return out.toString(UTF_8);
    }

    private String err() {
        return err.toString(UTF_8);
    }
}
