package io.meshbus.bed.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.bed.Meshbus;
import io.meshbus.sdk.testing.LocalNats;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The entrypoint as a process of this machine. */
class EntrypointProcessIT extends EntrypointContract {
    private Process process;
    private Path log;

    @Override
    void start(ListedBroker broker) throws Exception {
        // The script calls nats-server by its name.
        Path bin = Files.createDirectories(directory.resolve("bin"));
        if (!Files.exists(bin.resolve("nats-server"))) {
            Files.createSymbolicLink(
                    bin.resolve("nats-server"), LocalNats.binary().toAbsolutePath());
        }
        log = directory.resolve("entrypoint.log");
        ProcessBuilder builder = new ProcessBuilder(
                        Meshbus.root().resolve("docker/nats/entrypoint.sh").toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment()
                .putAll(Map.of(
                        "PATH",
                        bin + File.pathSeparator + System.getenv("PATH"),
                        "NATS_CONF",
                        broker.directory.resolve("nats.conf").toString(),
                        "NATS_MONITOR",
                        "127.0.0.1:" + broker.monitor,
                        "NATS_LAME",
                        "3"));
        process = builder.start();
    }

    private ProcessHandle server() {
        return process.descendants()
                .filter(p -> p.info().command().orElse("").contains("nats-server"))
                .filter(p -> p.info()
                        .arguments()
                        .map(a -> a.length > 0 && a[0].equals("-c"))
                        .orElse(false))
                .findFirst()
                .orElseThrow();
    }

    @Override
    String identity() {
        return process.pid() + " " + server().pid();
    }

    @Override
    int stop() throws Exception {
        process.destroy();
        assertThat(process.waitFor(ListedBroker.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        return process.exitValue();
    }

    @Override
    String said() throws Exception {
        return Files.readString(log);
    }

    @Override
    void end() throws Exception {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
    }

    @Override
    String host() {
        return "127.0.0.1";
    }

    @Test
    void aServerThatEndsByItselfEndsItWithAStatus() throws Exception {
        server().destroyForcibly();
        assertThat(process.waitFor(ListedBroker.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(process.exitValue()).isNotZero();
        assertThat(said()).contains("broker-ended");
    }

    @Test
    void itWaitsForAListBeforeItStartsTheServer() throws Exception {
        end();
        ListedBroker later = new ListedBroker(Files.createDirectory(directory.resolve("later")), host());
        start(later);
        await().atMost(ListedBroker.LIMIT).until(() -> said().contains("waiting"));
        later.list("ann");
        await().atMost(ListedBroker.LIMIT).until(() -> later.canConnect("ann"));
    }
}
