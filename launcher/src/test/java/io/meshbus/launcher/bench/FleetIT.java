package io.meshbus.launcher.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.launcher.command.CommandTree;
import io.meshbus.launcher.terminal.CliOutput;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A fleet of three on a real mesh: every step is there, nobody is quiet, and no process is left. */
class FleetIT {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return CommandTree.execute(
                new CliOutput(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false),
                Map.of(),
                args);
    }

    @Test
    void everyStepIsMeasuredAndNothingIsLeft() {
        long before = children();
        assertThat(run("bench", "fleet", "--nodes", "3", "--steady", "1s", "-o", "json"))
                .as(err.toString(UTF_8))
                .isZero();
        JsonObject result = new JsonObject(out.toString(UTF_8));
        assertThat(result.getJsonArray("rows").stream().map(row -> ((JsonObject) row).getString("name")))
                .containsExactly(
                        "the mesh alone stands",
                        "a token for each",
                        "all enrolled",
                        "all connected",
                        "a push until all have converged",
                        "controller, of one processor, steady",
                        "server, of one processor, steady",
                        "quiet nodes",
                        "controller, resident",
                        "server, resident");
        assertThat(result.getJsonArray("rows").stream()
                        .map(JsonObject.class::cast)
                        .filter(row -> row.getString("unit").equals("MiB"))
                        .map(row -> row.getDouble("meshbus")))
                .allSatisfy(mib -> assertThat(mib).isPositive());
        assertThat(children()).isEqualTo(before);
    }

    @Test
    void aFleetOfNobodyIsWrongUsage() {
        assertThat(run("bench", "fleet", "--nodes", "0")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--nodes");
    }

    private static long children() {
        return ProcessHandle.current()
                .descendants()
                .filter(ProcessHandle::isAlive)
                .count();
    }
}
