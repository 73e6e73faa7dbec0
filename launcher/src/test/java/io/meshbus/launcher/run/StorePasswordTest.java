package io.meshbus.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.control.store.PostgresAddress;
import io.meshbus.control.store.StoreConfig;
import io.meshbus.launcher.config.RoleConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorePasswordTest {
    @TempDir
    Path directory;

    private RoleConfig.Store store(Path file) {
        return new RoleConfig.Store(PostgresAddress.parse("postgresql://mesh@db/bus"), Optional.of(file));
    }

    private Path file(String mode) throws Exception {
        Path file = Files.writeString(directory.resolve("password"), "hunter2\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }

    @Test
    void isReadFromAFileOfItsOwner() throws Exception {
        StoreConfig config = StorePassword.with(store(file("rw-------")));
        assertThat(((StoreConfig.Server) config).password().revealText()).isEqualTo("hunter2");
        assertThat(config.toString()).doesNotContain("hunter2");
    }

    @Test
    void aFileThatEverybodyReadsIsRefused() throws Exception {
        RoleConfig.Store store = store(file("rw-r--r--"));
        assertThatThrownBy(() -> StorePassword.with(store))
                .hasMessageContaining("chmod 600")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        RoleConfig.Store store = store(directory.resolve("none"));
        assertThatThrownBy(() -> StorePassword.with(store))
                .hasMessageContaining("none cannot be read")
                .hasMessageContaining("[CONFIG_INVALID]");
    }
}
