package io.meshbus.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
    @TempDir
    private Path directory;

    @Test
    void writesForItsOwnerOnlyAndMakesTheDirectory() throws IOException {
        Path file = directory.resolve("keys/mesh.key");
        AtomicFile.write(file, "secret");
        assertThat(file).hasContent("secret");
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.getPosixFilePermissions(file.getParent()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    /** The longest name there is: its temporary neighbour has a longer one, so no write can succeed, for root neither. */
    @Test
    void aFailedWriteLeavesThePreviousContentAndNoRest() throws IOException {
        Path file = directory.resolve("n".repeat(255));
        Files.writeString(file, "old");

        assertThatThrownBy(() -> AtomicFile.write(file, "new")).isInstanceOf(UncheckedIOException.class);

        assertThat(file).hasContent("old");
        try (var files = Files.list(directory)) {
            assertThat(files).hasSize(1);
        }
    }
}
