package io.meshbus.natsserver.lint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.control.MeshFixture;
import io.meshbus.natsserver.ConfigCheck;
import io.meshbus.natsserver.NatsServerBinary;
import io.meshbus.natsserver.lint.rules.Finding;
import io.meshbus.natsserver.lint.rules.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our own configuration, and that the parser and the server agree about what is readable. */
class LinterIT {
    @TempDir
    private Path directory;

    @Test
    void whatGenesisComposesIsSoundWithOneJustifiedNote() throws Exception {
        try (MeshFixture mesh = new MeshFixture(directory.resolve("mesh"))) {
            List<Finding> findings = new Linter(Map.of()).lint(mesh.directory.natsConf());
            assertThat(findings).singleElement().satisfies(note -> {
                assertThat(note.weight()).isEqualTo(Finding.Weight.NOTE);
                assertThat(note.kind()).isEqualTo(Kind.STREAM_MANAGEMENT);
                assertThat(note.what()).contains("controller.streams");
                assertThat(note.where().file()).endsWith("broker/users.conf");
            });
        }
    }

    @Test
    void aFileThatIsNotThereIsSaid() {
        assertThatThrownBy(() -> new Linter(Map.of()).lint(directory.resolve("none.conf")))
                .hasMessageContaining("none.conf");
    }

    /** An absolute include is looked for where the server looks. */
    @Test
    void anAbsoluteIncludeIsJoinedAsTheServerJoinsIt() throws Exception {
        Path inside = Files.createDirectories(directory.resolve("x"));
        Files.writeString(inside.resolve("users.conf"), "max_payload: 1000\n");
        Path file = Files.writeString(directory.resolve("nats.conf"), "include \"/x/users.conf\"\n");
        assertThat(ConfigCheck.check(NatsServerBinary.locate(null), file))
                .isInstanceOf(ConfigCheck.Verdict.Valid.class);
        assertThat(new Linter(Map.of()).lint(file))
                .extracting(Finding::kind)
                .contains(Kind.INCLUDE_ABSOLUTE)
                .doesNotContain(Kind.INCLUDE_MISSING);
    }
}
