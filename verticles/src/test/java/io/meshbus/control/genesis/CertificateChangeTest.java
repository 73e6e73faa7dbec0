package io.meshbus.control.genesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.directory.LiveIdentity;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.directory.PersonFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateChangeTest {
    @TempDir
    private Path temporary;

    private MeshDirectory directory;
    private CertificateChange change;
    private String first;

    @BeforeEach
    void make() {
        directory = new MeshDirectory(temporary.resolve("mesh"));
        genesis();
        change = new CertificateChange(directory, new SecureRandom(), Clock.systemUTC());
        first = pins().get(0);
    }

    private Genesis.Made genesis() {
        return new Genesis(directory, new SecureRandom(), Clock.systemUTC()).run(Genesis.Request.local("demo"));
    }

    private List<String> pins() {
        return MeshIdentity.read(directory).pins();
    }

    @Test
    void bothCountFromTheFirstStepToTheLast() throws Exception {
        LiveIdentity live = new LiveIdentity(directory, MeshIdentity.read(directory));
        String next = change.next();
        assertThat(change.next()).isEqualTo(next);
        assertThat(live.refresh()).isTrue();
        assertThat(live.refresh()).isFalse();
        assertThat(live.get().pins()).isEqualTo(pins()).containsExactly(first, next);
        assertThat(PersonFiles.credentials(directory.person(Bootstrap.ADMIN)).pins())
                .containsExactly(first, next);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.nextCertificateKey())))
                .isEqualTo("rw-------");

        change.use();
        change.settle();
        assertThat(pins()).containsExactly(first, next);
        assertThatThrownBy(change::next).hasMessageContaining("still counts");

        assertThat(change.drop()).isEqualTo(next);
        assertThat(change.drop()).isEqualTo(next);
        assertThat(pins()).containsExactly(next);
        assertThat(PersonFiles.credentials(directory.person(Bootstrap.ADMIN)).pins())
                .containsExactly(next);
        assertThat(genesis().steps()).isEmpty();
    }

    @Test
    void noStepIsTakenBeforeItsTime() {
        assertThatThrownBy(change::use).hasMessageContaining("no certificate waits");
        change.next();
        assertThatThrownBy(change::drop).hasMessageContaining("not in use yet");
        change.use();
        assertThatThrownBy(change::drop).hasMessageContaining("not in use yet");
    }

    @Test
    void aCrashBetweenTheTwoFilesIsMendedByTheNextStart() throws Exception {
        String next = change.next();
        Files.write(directory.certificateKey(), Files.readAllBytes(directory.nextCertificateKey()));

        genesis();

        assertThat(TlsPair.pin(directory)).isEqualTo(next);
        assertThat(pins()).containsExactly(first, next);
    }
}
