package io.meshbus.launcher.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeshDirectoriesTest {
    @TempDir
    private Path home;

    private Path mesh(String name) throws IOException {
        Path directory = Files.createDirectories(home.resolve(name));
        Files.writeString(directory.resolve("mesh.json"), "{}");
        return directory;
    }

    @Test
    void theOptionGoesBeforeTheEnvironmentAndThatBeforeTheOnlyMesh() throws IOException {
        Path option = mesh("a");
        Path environment = mesh("b");
        MeshDirectories both = new MeshDirectories(Map.of("MESHBUS_DIR", environment.toString()), home);
        assertThat(both.existing(option).root()).isEqualTo(option);
        assertThat(both.existing(null).root()).isEqualTo(environment);
    }

    @Test
    void theOnlyMeshIsMeantWhenNobodyNamesOne() throws IOException {
        Path only = mesh("demo");
        Files.createDirectories(home.resolve("hosts"));
        assertThat(new MeshDirectories(Map.of(), home).existing(null).root()).isEqualTo(only);
    }

    @Test
    void twoMeshesAreNamedAndNoneIsSaid() throws IOException {
        MeshDirectories directories = new MeshDirectories(Map.of(), home);
        assertThat(refused(directories).line()).contains("no mesh");
        mesh("a");
        mesh("b");
        assertThat(refused(directories).line()).contains("a, b");
    }

    private static io.meshbus.sdk.problem.Problem refused(MeshDirectories directories) {
        ProblemException refused = catchThrowableOfType(ProblemException.class, () -> directories.existing(null));
        assertThat(refused.code()).isEqualTo(ProblemCode.DIRECTORY_NOT_A_MESH);
        return refused.problem();
    }
}
