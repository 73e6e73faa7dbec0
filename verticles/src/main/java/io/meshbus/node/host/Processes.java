package io.meshbus.node.host;

import io.meshbus.directory.AtomicFile;
import io.meshbus.node.host.ModuleStarter.Start;
import io.meshbus.node.host.rules.HomePath;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.Manifest.ChildProcess;
import io.meshbus.sdk.secret.Sealing;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starting, finding again and ending operating-system processes. Blocking. */
final class Processes {
    /** A process gets this long to end by itself. */
    static final Duration STOP_DEADLINE = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(Processes.class);
    /** What a process inherits of the host's environment; nothing else does. */
    private static final List<String> INHERITED = List.of("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR");

    private Processes() {}

    /** The process that survived a kill of the host and is still as declared; another one of this module is ended. */
    static Optional<ProcessHandle> adopt(ModuleHome home, String fingerprint) throws IOException {
        Optional<ProcessNote> note = ProcessNote.read(home.processNote());
        Optional<ProcessHandle> alive = note.flatMap(ProcessNote::alive);
        if (alive.isPresent() && note.get().fingerprint().equals(fingerprint)) {
            return alive;
        }
        end(home);
        return Optional.empty();
    }

    /** Ends the process that was noted, and its children. */
    static void end(ModuleHome home) throws IOException {
        ProcessNote.read(home.processNote()).flatMap(ProcessNote::alive).ifPresent(Processes::end);
        Files.deleteIfExists(home.processNote());
    }

    static void end(ProcessHandle process) {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process);
        all.forEach(ProcessHandle::destroy);
        for (ProcessHandle one : all) {
            if (!ended(one)) {
                one.destroyForcibly();
                if (!ended(one)) {
                    LOG.warn("process-still-there pid={}", one.pid());
                }
            }
        }
    }

    private static boolean ended(ProcessHandle process) {
        try {
            process.onExit().get(STOP_DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            return !process.isAlive();
        }
    }

    /** Starts it in its home, its output appended to the module's; no secret on its command line or in its environment. */
    static Process spawn(Start start, SealingKey key) throws IOException {
        ChildProcess run =
                Objects.requireNonNull(start.module().manifest().run().process());
        ModuleHome home = start.home();
        List<String> command = new ArrayList<>();
        command.add(program(run.command(), home.home()));
        command.addAll(run.args());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.home().toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(home.output().toFile()));
        environment(builder.environment(), run, start, credentials(start, key));
        home.trimOutput();
        Process process = builder.start();
        ProcessNote.of(process.toHandle(), start.fingerprint()).write(home.processNote());
        return process;
    }

    /** A name is looked up on the path, a path is taken inside the home. */
    private static String program(String command, Path home) {
        if (!command.contains("/") || command.startsWith("/")) {
            return command;
        }
        Path at = home;
        for (String segment : HomePath.parse(command).segments()) {
            at = at.resolve(segment);
        }
        return at.toString();
    }

    private static void environment(Map<String, String> environment, ChildProcess run, Start start, Path credentials) {
        environment.keySet().retainAll(INHERITED);
        environment.putAll(run.env());
        environment.put("MESHBUS_MODULE", start.module().module().value());
        environment.put("MESHBUS_NODE", start.identity().node().value());
        environment.put("MESHBUS_CREDENTIALS", credentials.toString());
    }

    /** A file of mode 0600 that tells a process who it is on the bus, and its secrets. */
    private static Path credentials(Start start, SealingKey key) {
        PrincipalId principal =
                PrincipalId.module(start.module().module(), start.identity().node());
        BusOptions options =
                start.identity().options(principal, key, start.module().credentials());
        Secret password = options.auth().password();
        JsonObject secrets = new JsonObject();
        start.module()
                .secrets()
                .forEach((name, cipher) -> secrets.put(
                        name,
                        Secret.of(Sealing.open(key, principal.value(), cipher)).revealText()));
        Path file = start.home().credentials();
        JsonObject credentials = new JsonObject()
                .put("v", 1)
                .put("principal", principal.value())
                .put("urls", new JsonArray(options.urls()))
                .put("pins", new JsonArray(options.pins()));
        if (password == null) {
            credentials.put(
                    "nkeySeed",
                    Objects.requireNonNull(options.auth().nkeySeed()).revealText());
        } else {
            credentials.put("user", options.auth().user()).put("password", password.revealText());
        }
        AtomicFile.write(file, credentials.put("secrets", secrets).encode());
        return file;
    }
}
