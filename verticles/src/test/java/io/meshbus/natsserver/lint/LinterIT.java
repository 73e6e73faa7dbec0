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
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** What the server reads, the linter reads, and what it cannot read, the linter says. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "server_name: a",
                "server_name = 'a', max_payload 1MB; port: -1",
                "{\"server_name\": \"a\", \"authorization\": {\"users\": [{\"user\": \"a\", \"password\": \"b\"}]}}",
                "A = 1000 max_payload: $A",
                "A = 1000\nmax_payload: $A",
                "max_payload: $A\nA = 1000",
                "authorization { users [ {user a, password b} {user: c, password: d} ] } # who",
                "authorization { users [ {user a, password b}, {user: c, password: d} ] } # who",
                "authorization { users [ {user a, password b} # who\n {user: c, password: d} ] }",
                "server_name: a b",
                "tls {} cluster {}",
                "authorization\n{\nusers =\n[\n{user: a, password: $2a$04$abc}\n]\n} // who",
                "authorization { users: [ {user: a, password: $2b$04$abc} ] }",
                "authorization { users: [ {user: a, password: b}",
                "include \"none.conf\"",
                "port: -1\ninclude 'other.conf'",
                "accounts { A { users: [ {user: a, password: b} ]\n  include other.conf\n } }",
                "max_payload: ",
                "]",
                "server_name: \"a"
            })
    void theServerAndTheLinterReadTheSame(String text) throws Exception {
        Files.writeString(directory.resolve("other.conf"), "# nothing\n");
        Path file = Files.writeString(directory.resolve("nats.conf"), text + "\n");
        boolean taken = ConfigCheck.check(NatsServerBinary.locate(null), file) instanceof ConfigCheck.Verdict.Valid;
        boolean read = new Linter(Map.of())
                .lint(file).stream()
                        .map(Finding::kind)
                        .noneMatch(Set.of(Kind.SYNTAX, Kind.INCLUDE_MISSING, Kind.UNKNOWN_VARIABLE)::contains);
        assertThat(read).as(text).isEqualTo(taken);
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
