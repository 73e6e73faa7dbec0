package io.meshbus.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {
    @TempDir
    private Path root;

    private MeshDirectory directory;

    @BeforeEach
    void name() {
        directory = new MeshDirectory(root);
    }

    @Test
    void oneMeshAtATime() {
        try (DirectoryLock up = DirectoryLock.ofMesh(directory)) {
            PidFile.write(directory, DirectoryLock.UP);
            ProblemException refused =
                    catchThrowableOfType(ProblemException.class, () -> DirectoryLock.ofMesh(directory));
            assertThat(refused.code()).isEqualTo(ProblemCode.DIRECTORY_IN_USE);
            assertThat(refused.problem().what())
                    .contains("process " + ProcessHandle.current().pid());
            assertThat(catchThrowableOfType(ProblemException.class, () -> DirectoryLock.ofRole(directory, "broker"))
                            .code())
                    .isEqualTo(ProblemCode.DIRECTORY_IN_USE);
        }
        assertThat(DirectoryLock.isHeld(directory, DirectoryLock.UP)).isFalse();
        DirectoryLock.ofMesh(directory).close();
    }

    @Test
    void rolesShareADirectoryButEachIsThereOnce() {
        try (DirectoryLock broker = DirectoryLock.ofRole(directory, "broker")) {
            assertThat(DirectoryLock.isHeld(directory, "broker")).isTrue();
            assertThat(catchThrowableOfType(ProblemException.class, () -> DirectoryLock.ofRole(directory, "broker"))
                            .code())
                    .isEqualTo(ProblemCode.DIRECTORY_IN_USE);
        }
    }

    @Test
    void pidFilesNameProcessesAndNotTheServer() {
        PidFile.write(directory, "broker");
        PidFile.write(directory, "nats-server");
        assertThat(PidFile.all(directory)).containsExactly("broker");
        assertThat(PidFile.read(directory, "broker"))
                .contains(ProcessHandle.current().pid());
        PidFile.remove(directory, "broker");
        assertThat(PidFile.all(directory)).isEmpty();
    }
}
