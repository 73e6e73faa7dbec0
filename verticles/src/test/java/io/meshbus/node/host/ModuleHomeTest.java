package io.meshbus.node.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.node.host.ModuleHome.Change;
import io.meshbus.sdk.problem.ProblemException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModuleHomeTest {
    @TempDir
    private Path directory;

    private ModuleHome home;

    @BeforeEach
    void makeHome() throws IOException {
        home = new ModuleHome(directory.resolve("modules").resolve("orders"));
        home.make();
    }

    @Test
    void makesAFileOnceAndRepairsItWhenItWasChanged() throws IOException {
        Path file = home.home().resolve("conf/app.yaml");

        assertThat(home.file("conf/app.yaml", "a: 1\n")).isEqualTo(Change.MADE);
        assertThat(home.file("conf/app.yaml", "a: 1\n")).isEqualTo(Change.NONE);
        Files.writeString(file, "a: 2\n");
        assertThat(home.file("conf/app.yaml", "a: 1\n")).isEqualTo(Change.REPAIRED);
        assertThat(file).hasContent("a: 1\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void writesNothingOutsideTheHome() throws IOException {
        Path outside = Files.writeString(directory.resolve("outside"), "mine");
        Path absolute = directory.resolve("absolute");

        assertThatThrownBy(() -> home.file("../outside", "theirs")).isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> home.file("a/../../../../outside", "theirs")).isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> home.file(absolute.toString(), "theirs")).isInstanceOf(ProblemException.class);

        assertThat(outside).hasContent("mine");
        assertThat(absolute).doesNotExist();
    }

    @Test
    void followsNoLinkOutOfTheHome() throws IOException {
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Path victim = Files.writeString(outside.resolve("app.yaml"), "mine");
        Files.createSymbolicLink(home.home().resolve("conf"), outside);
        Files.createSymbolicLink(home.home().resolve("direct"), victim);
        Files.createSymbolicLink(home.home().resolve("dangling"), outside.resolve("new"));

        assertThatThrownBy(() -> home.file("conf/app.yaml", "theirs")).hasMessageContaining("link");
        assertThatThrownBy(() -> home.file("direct", "theirs")).hasMessageContaining("link");
        assertThatThrownBy(() -> home.file("dangling", "theirs")).hasMessageContaining("link");
        assertThatThrownBy(() -> home.directory("conf")).hasMessageContaining("link");
        assertThatThrownBy(() -> home.directory("conf/deep")).hasMessageContaining("link");

        assertThat(victim).hasContent("mine");
        try (var files = Files.list(outside)) {
            assertThat(files).containsExactly(victim);
        }
    }

    @Test
    void refusesAHomeThatBecameALink() throws IOException {
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Files.delete(home.home());
        Files.createSymbolicLink(home.home(), outside);

        assertThatThrownBy(home::make).hasMessageContaining("link");
        assertThatThrownBy(() -> home.file("a", "theirs")).hasMessageContaining("link");
        assertThat(outside.resolve("a")).doesNotExist();
    }

    @Test
    void refusesWhatIsNoPlainFile() throws IOException, InterruptedException {
        Files.createDirectory(home.home().resolve("folder"));
        Process fifo = new ProcessBuilder("mkfifo", home.home().resolve("pipe").toString()).start();
        assertThat(fifo.waitFor(10, TimeUnit.SECONDS)).isTrue();

        assertThatThrownBy(() -> home.file("folder", "x")).hasMessageContaining("no plain file");
        assertThatThrownBy(() -> home.file("pipe", "x")).hasMessageContaining("no plain file");
        home.file("plain", "x");
        assertThatThrownBy(() -> home.directory("plain")).hasMessageContaining("no directory");
        assertThatThrownBy(() -> home.file("plain/below", "x"))
                .isInstanceOfAny(UncheckedIOException.class, IOException.class);
    }

    @Test
    void aReaderSeesTheOldOrTheNewContentAndNothingBetween() throws Exception {
        String old = "o".repeat(300_000);
        String fresh = "n".repeat(300_000);
        home.file("big", old);
        Path file = home.home().resolve("big");
        AtomicBoolean done = new AtomicBoolean();
        var reader = java.util.concurrent.CompletableFuture.supplyAsync(() -> {
            long torn = 0;
            while (!done.get()) {
                try {
                    String seen = Files.readString(file);
                    torn += seen.equals(old) || seen.equals(fresh) ? 0 : 1;
                } catch (IOException e) {
                    torn++;
                }
            }
            return torn;
        });
        for (int round = 0; round < 50; round++) {
            home.file("big", round % 2 == 0 ? fresh : old);
        }
        done.set(true);
        assertThat(reader.get(30, TimeUnit.SECONDS)).isZero();
    }

    @Test
    void forgetsFilesThatAreNotDeclaredAnyMoreAndKeepsTheModulesOwn() throws IOException {
        home.file("a", "1");
        home.file("b", "1");
        home.forget(Set.of("a", "b"));
        Files.writeString(home.home().resolve("own"), "data");
        home.forget(List.of("b"));

        assertThat(home.home().resolve("a")).doesNotExist();
        assertThat(home.home().resolve("b")).exists();
        home.forget(Set.of());
        assertThat(home.home().resolve("b")).doesNotExist();
        assertThat(home.home().resolve("own")).hasContent("data");
    }
}
