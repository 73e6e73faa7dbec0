package io.meshbus.launcher.command;

import io.meshbus.control.genesis.Genesis;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.launcher.Wiring;
import io.meshbus.launcher.run.DirectoryLock;
import io.meshbus.launcher.run.Logging;
import io.meshbus.launcher.run.PidFile;
import io.meshbus.launcher.run.PortsFile;
import io.meshbus.launcher.run.StayingProcess;
import io.meshbus.launcher.run.Steps;
import io.meshbus.launcher.run.UpRun;
import io.meshbus.launcher.run.UpRun.Pushed;
import io.meshbus.launcher.run.UpRun.Standing;
import io.meshbus.natsserver.NatsServerBinary;
import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code up}: a whole mesh in this process, until Ctrl-C. */
@Command(
        name = "up",
        description =
                "Raise a mesh here: broker, controller, a host for each node. Stays up; Ctrl-C drains and stops it.",
        footer = {"", "Example:", "  meshbus up --dir /tmp/demo --push configs/demo"})
final class UpCommand implements Callable<Integer> {
    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(20);

    @Option(names = "--push", paramLabel = "DIR", description = "A definition to push: the folder with mesh.yaml.")
    @Nullable
    Path push;

    @Option(
            names = "--mesh",
            paramLabel = "NAME",
            description = "The mesh's name. Default: the definition's, else what stands in the directory.")
    @Nullable
    String mesh;

    @Mixin
    final PortOptions ports = new PortOptions();

    private final Cli cli;

    UpCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() {
        Optional<DefinitionFolder> definition = Optional.ofNullable(push).map(DefinitionFolder::read);
        String defined = definition.map(read -> read.definition().mesh()).orElse(null);
        MeshPlace place = MeshPlace.of(cli, mesh, defined);
        requireSame(place, defined);
        NatsServerBinary.locate(null);
        MeshDirectory directory = place.directory();
        new Genesis(directory, new SecureRandom(), Clock.systemUTC()).require(place.request(ports, auth(definition)));
        return DirectoryLock.ofMesh(directory).hold(() -> locked(directory, place, definition));
    }

    private int locked(MeshDirectory directory, MeshPlace place, Optional<DefinitionFolder> definition) {
        log(directory);
        PidFile.write(directory, DirectoryLock.UP);
        try {
            return stay(directory, place, definition);
        } finally {
            PortsFile.remove(directory);
            PidFile.remove(directory, DirectoryLock.UP);
        }
    }

    private static void requireSame(MeshPlace place, @Nullable String defined) {
        if (defined != null && !defined.equals(place.name())) {
            throw Problem.of(
                            ProblemCode.DEFINITION_OTHER_MESH,
                            "the definition is of the mesh " + defined + ", not of " + place.name(),
                            "",
                            "leave --mesh out, or push another definition")
                    .asException();
        }
    }

    private void log(MeshDirectory directory) {
        String level = Logging.level(cli.environment(), cli.options().verbose);
        if (cli.options().verbose) {
            Logging.toStderr(level);
        } else {
            Logging.toFile(directory.logs().resolve("up.log"), level);
        }
    }

    private int stay(MeshDirectory directory, MeshPlace place, Optional<DefinitionFolder> definition) {
        StayingProcess process = new StayingProcess(Wiring.vertx(), DRAIN_LIMIT);
        Signals.onStop(process::stop);
        Steps steps = new Steps(cli.output());
        try {
            UpRun up = new UpRun(
                    process,
                    directory,
                    steps,
                    identity ->
                            new Wiring(process.vertx(), process.stack(), directory, identity, Wiring.Settings.DEFAULT));
            Standing standing = process.start(
                    () -> up.run(place.request(ports, auth(definition)), definition.map(UpCommand::pushed)),
                    START_LIMIT);
            PortsFile.write(directory, standing.identity(), standing.httpPort());
            new UpReport(cli.output(), directory, steps).print(standing);
            process.awaitStop();
        } catch (RuntimeException e) {
            process.drain();
            throw e;
        }
        return end(process, directory);
    }

    private static @Nullable AuthMode auth(Optional<DefinitionFolder> definition) {
        return definition
                .map(read -> read.definition().settings().auth())
                .map(word -> AuthMode.valueOf(word.toUpperCase(Locale.ROOT)))
                .orElse(null);
    }

    private int end(StayingProcess process, MeshDirectory directory) {
        PortsFile.remove(directory);
        cli.output().note("stopping; once more Ctrl-C forces");
        boolean well = process.drain();
        cli.output().note(well ? "stopped" : "stopped, not everything in time: see " + directory.logs());
        return well ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private static Pushed pushed(DefinitionFolder read) {
        return new Pushed(
                read.folder(),
                read.source(),
                read.definition().nodes().keySet(),
                problems -> DefinitionFolder.at(read.folder(), problems));
    }
}
