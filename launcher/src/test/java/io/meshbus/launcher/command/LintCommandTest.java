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

class LintCommandTest {
    private static final String SOUND = """
            host: localhost
            authorization { users: [ { user: a, password: "$2a$04$x", permissions {
              publish: a, subscribe: "_INBOX.a.>" } } ] }
            """;

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return CommandTree.execute(
                new CliOutput(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false),
                Map.of(),
                args);
    }

    private String file(String text) throws Exception {
        return Files.writeString(directory.resolve("nats.conf"), text).toString();
    }

    @Test
    void aSoundFileIsZero() throws Exception {
        String file = file(SOUND);
        assertThat(run("lint", file)).as(out()).isZero();
        assertThat(out()).isEqualTo(file + ": sound\n");
    }

    @Test
    void aFindingHasItsLineTheReasonAndTheMend() throws Exception {
        String file = file(SOUND.replace("\"_INBOX.a.>\"", "\"_INBOX.>\""));
        assertThat(run("lint", file)).isEqualTo(1);
        assertThat(out())
                .contains(file + ":3: high: a hears the answers to everybody: _INBOX.> [bare-inbox]")
                .contains("why:  ")
                .contains("mend: ")
                .endsWith(file + ": 1 finding\n");
    }

    @Test
    void jsonIsOneDocument() throws Exception {
        String file = file(SOUND.replace("publish: a", "publish: []"));
        assertThat(run("lint", file, "-o", "json")).isEqualTo(1);
        JsonObject document = new JsonObject(out());
        assertThat(document.getBoolean("sound")).isFalse();
        JsonObject finding = document.getJsonArray("findings").getJsonObject(0);
        assertThat(finding.fieldNames()).containsExactly("kind", "weight", "file", "line", "what", "why", "mend");
        assertThat(finding.getString("kind")).isEqualTo("empty-list");
        assertThat(finding.getInteger("line")).isEqualTo(3);
    }

    @Test
    void noSuchFileIsWrongUsage() {
        assertThat(run("lint", directory.resolve("none").toString())).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("none").contains("-c");
    }

    private String out() {
        return out.toString(UTF_8);
    }
}
