package io.meshbus.natsserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NatsServerBinaryTest {
    @TempDir
    Path temp;

    private Path program(String name) throws Exception {
        Path program = Files.createFile(temp.resolve(name));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    @Test
    void configurationGoesBeforeEnvironmentBeforePath() throws Exception {
        Path configured = program("a");
        Path named = program("b");
        Path found = program("nats-server");
        Map<String, String> environment =
                Map.of(NatsServerBinary.ENVIRONMENT, named.toString(), "PATH", "/nowhere:" + temp);
        assertThat(NatsServerBinary.locate(configured.toString(), environment)).isEqualTo(configured);
        assertThat(NatsServerBinary.locate(null, environment)).isEqualTo(named);
        assertThat(NatsServerBinary.locate(" ", Map.of("PATH", "/nowhere:" + temp)))
                .isEqualTo(found);
    }

    @Test
    void aNamedProgramThatIsNotThereIsNotReplacedByAnother() throws Exception {
        program("nats-server");
        assertThatThrownBy(() -> NatsServerBinary.locate("/nowhere/x", Map.of("PATH", temp.toString())))
                .isInstanceOfSatisfying(
                        ProblemException.class, p -> assertThat(p.code()).isEqualTo(ProblemCode.BROKER_MISSING));
    }
}
