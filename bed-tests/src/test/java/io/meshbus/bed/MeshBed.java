package io.meshbus.bed;

import static org.awaitility.Awaitility.await;

import io.meshbus.bed.Meshbus.Running;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.core.ConditionTimeoutException;

/** A mesh raised with {@code ./meshbus up} in a directory of its own; closing it leaves no process. */
public final class MeshBed implements AutoCloseable {
    private static final Duration READY_LIMIT = Duration.ofSeconds(150);
    private static final Duration DOWN_LIMIT = Duration.ofSeconds(30);

    private final Path directory;
    private final Map<String, String> environment;
    private Running up;

    private MeshBed(Path directory, Map<String, String> environment, String... arguments) {
        this.directory = directory;
        this.environment = environment;
        this.up = start(arguments);
    }

    /** The demo mesh, ready. */
    public static MeshBed demo(Path directory) {
        return raise(directory, Meshbus.root().resolve("configs/demo"));
    }

    /** Any definition, ready. */
    public static MeshBed raise(Path directory, Path definition) {
        MeshBed bed = new MeshBed(directory, Map.of(), "--push", definition.toString());
        bed.awaitReady();
        return bed;
    }

    /** The demo mesh, ready, with more environment. */
    public static MeshBed demo(Path directory, Map<String, String> environment) {
        String demo = Meshbus.root().resolve("configs/demo").toString();
        MeshBed bed = new MeshBed(directory, environment, "--push", demo);
        bed.awaitReady();
        return bed;
    }

    private Running start(String... more) {
        List<String> arguments = new ArrayList<>(List.of("up", "--dir", directory.toString()));
        arguments.addAll(List.of(more));
        return Meshbus.start(environment, arguments.toArray(String[]::new));
    }

    private void awaitReady() {
        try {
            await().atMost(READY_LIMIT).pollInterval(Duration.ofMillis(50)).until(() -> {
                if (!up.process().isAlive()) {
                    throw new AssertionError("up ended");
                }
                return Files.exists(directory.resolve("run/ports.json"));
            });
        } catch (AssertionError | ConditionTimeoutException e) {
            close();
            throw new AssertionError("the mesh is not ready:\n" + up.out() + up.err(), e);
        }
    }

    public Path directory() {
        return directory;
    }

    public Running up() {
        return up;
    }

    /** A client command of the local operator. */
    public Meshbus.Result run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("--dir", directory.toString()));
        all.addAll(List.of(arguments));
        return Meshbus.run(all.toArray(String[]::new));
    }

    /** A client command that must succeed and print one JSON document. */
    public JsonObject json(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("-o", "json"));
        Meshbus.Result result = run(all.toArray(String[]::new));
        if (result.exit() != 0) {
            throw new AssertionError(String.join(" ", arguments) + ": " + result.all());
        }
        return new JsonObject(result.out());
    }

    /** Ctrl-C; the exit status. */
    public int interrupt() {
        return up.interrupt(DOWN_LIMIT);
    }

    /** kill -9 of the JVM. */
    public void kill() {
        up.process().destroyForcibly();
        up.awaitExit(DOWN_LIMIT);
    }

    /** {@code up} again on the same directory, without a push. */
    public void upAgain() {
        try {
            Files.deleteIfExists(directory.resolve("run/ports.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        up = start();
        awaitReady();
    }

    /** Process id of the nats-server child. */
    public long brokerPid() {
        try {
            return Long.parseLong(
                    Files.readString(directory.resolve("run/nats-server.pid")).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every process whose command line names this directory. */
    public List<String> processes() {
        String mark = directory.toString();
        return ProcessHandle.allProcesses()
                .filter(p -> p.pid() != ProcessHandle.current().pid())
                .map(p -> p.info().commandLine().orElse(""))
                .filter(line -> line.contains(mark))
                .toList();
    }

    @Override
    public void close() {
        if (up.process().isAlive()) {
            interrupt();
        }
    }
}
