package io.meshbus.launcher.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.launcher.command.CommandTree;
import io.meshbus.launcher.terminal.CliOutput;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command in its short form, on a real server: every row is there and says what it is; no figure is judged. */
class BenchIT {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        out.reset();
        err.reset();
        return CommandTree.execute(
                new CliOutput(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false),
                Map.of(),
                args);
    }

    @Test
    void measuresBothSidesOfEverythingInOneRun(@TempDir Path directory) throws Exception {
        assertThat(run("bench", "--short", "-o", "json"))
                .as(err.toString(UTF_8))
                .isZero();
        JsonObject result = new JsonObject(out.toString(UTF_8));
        assertThat(result.getJsonObject("machine").getInteger("processors")).isPositive();
        assertThat(result.getJsonObject("versions").fieldNames())
                .containsExactlyInAnyOrder("meshbus", "java", "jnats", "vertx", "nats-server");
        assertThat(result.getJsonArray("rows")).hasSize(12).allSatisfy(each -> {
            JsonObject row = (JsonObject) each;
            assertThat(row.fieldNames()).contains("name", "unit", "raw", "meshbus", "ratio", "bar", "ok");
            assertThat(row.getString("name")).isNotEmpty();
        });
        assertThat(result.getJsonArray("rows").stream()
                        .map(row -> ((JsonObject) row).getDouble("ratio"))
                        .filter(ratio -> ratio != null && ratio > 0))
                .hasSize(8);

        Path earlier = Files.writeString(directory.resolve("earlier.json"), result.encode());
        assertThat(run("bench", "--short", "--only", "call", "--against", earlier.toString()))
                .isZero();
        assertThat(out.toString(UTF_8)).contains("BEFORE").contains("machine").contains("nats-server");

        result.getJsonObject("machine").put("cpu", "another one");
        Files.writeString(earlier, result.encode());
        assertThat(run("bench", "--short", "--only", "call", "--against", earlier.toString()))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("another machine");
    }

    @Test
    void anUnknownPartIsWrongUsage() {
        assertThat(run("bench", "--only", "cals")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("no part cals").contains("calls");
    }
}
