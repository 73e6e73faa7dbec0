package io.meshbus.sdk.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefinitionFilesTest {
    @TempDir
    Path directory;

    private Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    @Test
    void takesTextAsItIsAndJarsByDigest() {
        DefinitionSource shop = Sources.shop();
        assertThat(shop.files().keySet())
                .containsExactly(
                        "mesh.yaml",
                        "modules/clock/module.yaml",
                        "modules/orders/files/app.yaml",
                        "modules/orders/module.yaml",
                        "modules/orders/schemas/place.json",
                        "modules/orders/schemas/placed.json",
                        "modules/pricing/module.yaml",
                        "modules/pricing/schemas/quote.json",
                        "seats/pricing-desk.yaml",
                        "seats/schemas/price.json");
        byte[] jar = {'P', 'K', 3, 4, (byte) 0x80, 'j', 'a', 'r', ' ', 'o', 'f', ' ', 'c', 'l', 'o', 'c', 'k'};
        assertThat(shop.artefacts())
                .hasSize(3)
                .containsEntry("modules/clock/clock.jar", new ArtefactRef(Digest.sha256(jar), jar.length));
        assertThat(DefinitionFiles.artefact(Sources.shopDirectory(), shop, Digest.sha256(jar)))
                .contains(Sources.shopDirectory().resolve("modules/clock/clock.jar"));
    }

    @Test
    void leavesOutWhatIsNoPartOfADefinition() throws IOException {
        write("mesh.yaml", "mesh: demo");
        write("README.md", "hello");
        write("target/big.bin", "x");
        write("modules/m/.git/config", "x");
        write("modules/m/.module.yaml.swp", "x");
        assertThat(DefinitionFiles.load(directory).files().keySet()).containsExactly("mesh.yaml");
    }

    @Test
    void aLinkOutOfTheDirectoryIsRefused(@TempDir Path elsewhere) throws IOException {
        Path secret = Files.writeString(elsewhere.resolve("secret"), "secret");
        Files.createDirectories(directory.resolve("modules/m"));
        Path link = Files.createSymbolicLink(directory.resolve("modules/m/file"), secret);
        assertThatThrownBy(() -> DefinitionFiles.load(directory))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("a link leads out of the directory");
        Files.delete(link);
        Files.createSymbolicLink(directory.resolve("modules/n"), elsewhere);
        assertThatThrownBy(() -> DefinitionFiles.load(directory)).isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> DefinitionFiles.artefact(directory, "modules/n/secret"))
                .isInstanceOf(ProblemException.class);
    }

    @Test
    void aLinkWithinTheDirectoryIsFollowed() throws IOException {
        write("modules/m/one", "text");
        Files.createSymbolicLink(directory.resolve("modules/m/two"), directory.resolve("modules/m/one"));
        assertThat(DefinitionFiles.load(directory).files()).containsEntry("modules/m/two", "text");
    }

    @Test
    void tooMuchTextIsRefusedWithTheBound() throws IOException {
        write("modules/m/a", "x".repeat(500 << 10));
        write("modules/m/b", "x".repeat(500 << 10));
        assertThatThrownBy(() -> DefinitionFiles.load(directory))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("at most " + DefinitionFiles.TEXT_BYTES_MAX + " bytes");
    }

    @Test
    void anArtefactPathNeverLeavesTheDirectory() {
        assertThatThrownBy(() -> DefinitionFiles.artefact(directory, "../x.jar"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("it leaves the directory");
    }

    @Test
    void aDirectoryThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> DefinitionFiles.load(directory.resolve("nowhere")))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("nowhere")
                .hasMessageContaining("check that it is there");
    }
}
