package io.meshbus.bed;

import static org.awaitility.Awaitility.await;

import io.meshbus.bed.Meshbus.Result;
import io.meshbus.bed.Meshbus.Running;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The demo mesh in four processes, each started as configs/roles/broker.yaml tells; closing it leaves none. */
public final class RolesBed implements AutoCloseable {
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);
    private static final Duration DOWN_LIMIT = Duration.ofSeconds(30);
    private static final List<String> NAMES = List.of("broker", "controller", "host-n1", "host-n2");
    private static final Pattern READY = Pattern.compile("(?m)^ready role=.* health=(\\S+)$");

    private final Path directory;
    private final Map<String, Running> processes = new LinkedHashMap<>();

    private RolesBed(Path directory) {
        this.directory = directory;
    }

    /** The demo with the embedded store. */
    public static RolesBed demo(Path directory) {
        return demo(directory, Map.of());
    }

    /**
     * Genesis, the four processes, one push; ready and converged.
     *
     * @param controller the controller's environment
     */
    public static RolesBed demo(Path directory, Map<String, String> controller) {
        RolesBed bed = new RolesBed(directory);
        try {
            bed.must("genesis", "--mesh", "demo");
            bed.start("broker", Map.of());
            bed.awaitReady("broker");
            bed.start("controller", controller);
            bed.awaitReady("controller");
            for (String node : List.of("n1", "n2")) {
                bed.start("host-" + node, Map.of("MESHBUS_TOKEN", bed.token(node)));
            }
            bed.awaitReady("host-n1");
            bed.awaitReady("host-n2");
            bed.must("push", Meshbus.root().resolve("configs/demo").toString());
            return bed;
        } catch (RuntimeException | AssertionError e) {
            bed.close();
            throw e;
        }
    }

    public static Path config(String name) {
        return Meshbus.root().resolve("configs/roles").resolve(name + ".yaml");
    }

    /** In the order in which they start. */
    public List<String> names() {
        return NAMES;
    }

    public void start(String name, Map<String, String> environment) {
        start(name, config(name), environment);
    }

    /** One more than those of configs/roles, or one of them as another config says. */
    public void start(String name, Path config, Map<String, String> environment) {
        processes.put(
                name, Meshbus.start(environment, "run", "--dir", directory.toString(), "--config", config.toString()));
    }

    public void awaitReady(String name) {
        Running running = process(name);
        await().atMost(READY_LIMIT).pollInterval(Duration.ofMillis(50)).until(() -> {
            if (!running.process().isAlive()) {
                throw new AssertionError(name + " ended:\n" + running.out() + running.err());
            }
            return READY.matcher(running.err()).find();
        });
    }

    public Running process(String name) {
        Running running = processes.get(name);
        if (running == null) {
            throw new IllegalArgumentException(name + " was not started");
        }
        return running;
    }

    /** kill -9. */
    public void kill(String name) {
        process(name).process().destroyForcibly();
        process(name).awaitExit(DOWN_LIMIT);
    }

    /** What the process's own health says. */
    public boolean ready(String name) {
        return health(name).getBoolean("ready", false);
    }

    /** The whole of it; empty before the process has once been ready. */
    public JsonObject health(String name) {
        Matcher said = READY.matcher(process(name).err());
        if (!said.find()) {
            return new JsonObject();
        }
        try {
            return new JsonObject(HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(said.group(1))).build(), BodyHandlers.ofString())
                    .body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A command on this directory. */
    public Result run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("--dir", directory.toString()));
        all.addAll(List.of(arguments));
        return Meshbus.run(all.toArray(String[]::new));
    }

    /** A command that must succeed and print one JSON document. */
    public JsonObject json(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("-o", "json"));
        return new JsonObject(must(all.toArray(String[]::new)).out());
    }

    private Result must(String... arguments) {
        Result result = run(arguments);
        if (result.exit() != 0) {
            throw new AssertionError(String.join(" ", arguments) + ": " + result.all());
        }
        return result;
    }

    /** A fresh token for a node. */
    public String token(String node) {
        return must("token", "issue", "--node", node).out().strip();
    }

    public List<String> nodes() {
        return nodeObjects().stream().map(node -> node.getString("name")).toList();
    }

    /** Nodes that are not what they were declared to be, with their state. */
    public List<String> unconverged() {
        return nodeObjects().stream()
                .filter(node -> !node.getBoolean("converged"))
                .map(JsonObject::encode)
                .toList();
    }

    /** By node: what is declared to it. */
    public JsonObject declarations() {
        JsonObject declarations = new JsonObject();
        nodeObjects().forEach(node -> declarations.put(node.getString("name"), node.getJsonObject("declaration")));
        return declarations;
    }

    private List<JsonObject> nodeObjects() {
        return json("nodes").getJsonArray("nodes").stream()
                .map(JsonObject.class::cast)
                .toList();
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
        List<Running> started = new ArrayList<>(processes.values());
        for (int i = started.size() - 1; i >= 0; i--) {
            if (started.get(i).process().isAlive()) {
                started.get(i).interrupt(DOWN_LIMIT);
            }
        }
    }
}
