package io.meshbus.launcher.command;

import io.meshbus.control.genesis.Genesis;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.launcher.Wiring;
import io.meshbus.launcher.run.Logging;
import io.meshbus.launcher.run.StayingProcess;
import io.meshbus.launcher.run.Steps;
import io.meshbus.launcher.run.UpRun;
import io.meshbus.launcher.terminal.CliOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * {@code train}, hidden: does once, on an empty mesh of its own, what up and the client commands do, so that a JVM that
 * records the classes it loads (-XX:ArchiveClassesAtExit) records those. The root script runs it after a build.
 */
@Command(
        name = "train",
        hidden = true,
        description = "Load what up and the client commands load, for a class-data archive.")
final class TrainCommand implements Callable<Integer> {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final List<List<String>> COMMANDS = List.of(
            List.of("status"),
            List.of("tools", "-o", "json"),
            List.of("call", "seat:mesh-catalog.catalog_events", "--arg", "a=b"),
            List.of("call", "nobody.nothing"),
            List.of("doctor"),
            List.of("stauts"));

    private final Cli cli;
    private final CliOutput silent = new CliOutput(nothing(), nothing(), false);

    TrainCommand(Cli cli) {
        this.cli = cli;
    }

    private static PrintStream nothing() {
        return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }

    @Override
    public Integer call() {
        Path root = temporary();
        try {
            MeshDirectory directory = new MeshDirectory(root.resolve("mesh"));
            Logging.toFile(root.resolve("train.log"), "INFO");
            raise(directory);
            return ExitCode.DONE;
        } finally {
            delete(root);
        }
    }

    private void raise(MeshDirectory directory) {
        StayingProcess process = new StayingProcess(Wiring.vertx(), LIMIT);
        try {
            UpRun up = new UpRun(
                    process,
                    directory,
                    new Steps(silent),
                    identity ->
                            new Wiring(process.vertx(), process.stack(), directory, identity, Wiring.Settings.DEFAULT));
            process.start(() -> up.run(Genesis.Request.local("train"), Optional.empty()), LIMIT);
            for (List<String> command : COMMANDS) {
                CommandTree.execute(silent, cli.environment(), arguments(directory, command));
            }
        } finally {
            process.drain();
        }
    }

    private static String[] arguments(MeshDirectory directory, List<String> command) {
        return Stream.concat(Stream.of("--dir", directory.root().toString()), command.stream())
                .toArray(String[]::new);
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("meshbus-train");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path root) {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
