package io.meshbus.bed.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.bed.Meshbus;
import io.meshbus.sdk.testing.LocalNats;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/**
 * The image of docker/nats as a container whose identity does not change over twenty reloads. No network is asked: its base is
 * made of this machine's own shell, few tools and server, with the libraries they name.
 */
@Tag("containers")
class EntrypointContainerIT extends EntrypointContract {
    private static final String BASE = "localhost/meshbus-bed-base";
    private static final String IMAGE = "localhost/meshbus-bed-nats";
    private static final List<String> TOOLS = List.of(
            "bash",
            "sh",
            "awk",
            "cat",
            "cp",
            "mkdir",
            "rm",
            "sync",
            "sleep",
            "sha256sum",
            "stat",
            "sed",
            "tail",
            "head",
            "cut",
            "tr",
            "grep",
            "mv",
            "date",
            "dirname");

    private String container = "";

    @BeforeAll
    static void build(@TempDir Path temporary) throws Exception {
        Path root = Files.createDirectories(temporary.resolve("rootfs"));
        for (String tool : TOOLS) {
            copy(
                    root,
                    run("sh", "-c", "readlink -f \"$(command -v " + tool + ")\"")
                            .strip(),
                    "usr/bin/" + tool);
        }
        copy(root, LocalNats.binary().toRealPath().toString(), "usr/bin/nats-server");
        Files.createDirectories(root.resolve("tmp"));
        Files.createSymbolicLink(root.resolve("bin"), Path.of("usr/bin"));
        Path archive = temporary.resolve("base.tar");
        run("tar", "-C", root.toString(), "-cf", archive.toString(), ".");
        run(engine(), "import", archive.toString(), BASE);
        run(
                engine(),
                "build",
                "--build-arg",
                "BASE=" + BASE,
                "-t",
                IMAGE,
                Meshbus.root().resolve("docker/nats").toString());
    }

    /** With the libraries that it is linked to, where it looks for them. */
    private static void copy(Path root, String from, String to) throws Exception {
        put(Path.of(from), root.resolve(to));
        for (String line :
                run("sh", "-c", "ldd '" + from + "' 2>/dev/null || true").split("\n")) {
            String path = line.replaceAll("^.*=> ", "").strip().replaceAll(" \\(.*$", "");
            if (path.startsWith("/") && Files.exists(Path.of(path))) {
                put(Path.of(path), root.resolve(path.substring(1)));
            }
        }
    }

    private static void put(Path from, Path to) throws Exception {
        if (!Files.exists(to)) {
            Files.createDirectories(to.getParent());
            Files.copy(from.toRealPath(), to);
            assertThat(to.toFile().setExecutable(true)).isTrue();
        }
    }

    /** What tools/verify.sh has found. */
    private static String engine() {
        String host = System.getenv("DOCKER_HOST");
        return host != null && !host.contains("podman") ? "docker" : "podman";
    }

    private static String run(String... command) throws Exception {
        Path out = Files.createTempFile("container", ".out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(out);
        Files.delete(out);
        assertThat(process.exitValue())
                .as(String.join(" ", command) + "\n" + said)
                .isZero();
        return said;
    }

    @Override
    void start(ListedBroker broker) throws Exception {
        List<String> command = new ArrayList<>(List.of(engine(), "run", "--detach", "--name"));
        String name = "meshbus-bed-" + UUID.randomUUID();
        command.addAll(List.of(
                name,
                "--network",
                "host",
                "--read-only",
                "--cap-drop",
                "all",
                "--volume",
                broker.directory + ":/etc/nats",
                "--env",
                "NATS_MONITOR=127.0.0.1:" + broker.monitor,
                "--env",
                "NATS_LAME=3",
                IMAGE));
        run(command.toArray(String[]::new));
        container = name;
    }

    @Override
    String identity() throws Exception {
        return run(engine(), "inspect", "--format", "{{.Id}} {{.State.StartedAt}} {{.State.Pid}}", container);
    }

    @Override
    int stop() throws Exception {
        run(engine(), "stop", "--time", "20", container);
        return Integer.parseInt(run(engine(), "inspect", "--format", "{{.State.ExitCode}}", container)
                .strip());
    }

    @Override
    String said() throws Exception {
        return run(engine(), "logs", container);
    }

    @Override
    void end() throws Exception {
        if (!container.isEmpty()) {
            run(engine(), "rm", "--force", "--time", "0", container);
        }
    }

    @Override
    String host() {
        return "127.0.0.1";
    }
}
