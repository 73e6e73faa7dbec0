package io.meshbus.launcher.command;

import io.meshbus.launcher.bench.Bench;
import io.meshbus.launcher.bench.Bench.Scale;
import io.meshbus.launcher.bench.BenchTable;
import io.meshbus.launcher.bench.Result;
import io.meshbus.launcher.terminal.CliOutput;
import io.meshbus.natsserver.NatsServerBinary;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench}: the SDK beside raw jnats, on a server of its own or on a bus that the caller names. */
@Command(
        name = "bench",
        subcommands = BenchFleetCommand.class,
        description =
                "Measure the SDK beside raw jnats on a nats-server of its own: same users, same subjects, rounds in"
                        + " turn, medians. Takes minutes; says more on a quiet machine.",
        footer = {
            "",
            "A named bus gets a stream BENCH_… for the time of the run. In an account with JetStream, where no mesh lives, the",
            "user publishes mesh.>, _INBOX.>, $JS.API.> and $JS.ACK.>, and subscribes mesh.>, _INBOX.> and $SRV.>.",
            "",
            "Examples:",
            "  meshbus bench --only call,publish --rounds 5",
            "  meshbus bench --server tls://10.0.0.5:4222 --pin 3b1f… --user bench --password-file pw --short"
        })
final class BenchCommand implements Callable<Integer> {
    @Option(names = "--rounds", paramLabel = "N", description = "Rounds of each side. Default: 20, with --short 3.")
    int rounds;

    @Option(names = "--short", description = "Few and small rounds: shows that it works, measures little.")
    boolean small;

    @Option(
            names = "--only",
            paramLabel = "PART",
            split = ",",
            description = "Some of call, tool, calls, publish, consume, loop, memory, crowd, fabric. Default: all.")
    List<String> only = List.of();

    @Option(
            names = "--gate",
            description =
                    "Exit 1 when a ratio, a heap or a number of threads misses its bar. A time never does, nor a tool call"
                            + " with JSON and schemas, which raw jnats has neither of.")
    boolean gate;

    @Option(
            names = "--against",
            paramLabel = "FILE",
            description = "Show what an earlier run had (its -o json); refused if that was another machine.")
    @Nullable
    Path against;

    @ArgGroup(exclusive = false, heading = "%nOn a bus that stands, instead of a server of its own:%n")
    @Nullable
    NamedBusOptions named;

    private final Cli cli;

    BenchCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() {
        Set<String> parts = parts();
        JsonObject earlier = against == null ? null : read(against);
        Scale scale = small ? Scale.SHORT : Scale.WHOLE;
        CliOutput output = cli.output();
        Bench bench = new Bench(
                rounds > 0 ? scale.withRounds(rounds) : scale, parts, row -> output.note(BenchTable.progress(row)));
        Result result = named == null ? ofItsOwn(bench) : bench.run(named.bus());
        Map<String, Double> before = earlier == null ? Map.of() : result.before(earlier);
        if (output.json()) {
            output.document(result.json());
        } else {
            output.table(BenchTable.of(result, before));
            BenchTable.about(result).forEach(output::line);
        }
        return gate && !result.gated() ? ExitCode.REFUSED : ExitCode.DONE;
    }

    private Set<String> parts() {
        if (only.isEmpty()) {
            return Set.copyOf(Bench.PARTS);
        }
        for (String part : only) {
            if (!Bench.PARTS.contains(part)) {
                throw Problem.of(
                                ProblemCode.USAGE,
                                "bench has no part " + part,
                                "",
                                "its parts are " + String.join(", ", Bench.PARTS))
                        .asException();
            }
        }
        if (named != null && only.contains("fabric")) {
            throw Problem.of(
                            ProblemCode.USAGE,
                            "the fabric is not measured on a named bus",
                            "it has an account of its own",
                            "leave --server away for it")
                    .asException();
        }
        return new LinkedHashSet<>(only);
    }

    private static JsonObject read(Path file) {
        try {
            return new JsonObject(Files.readString(file));
        } catch (IOException | DecodeException e) {
            throw Problem.of(
                            ProblemCode.USAGE,
                            "the earlier run cannot be read",
                            String.valueOf(e.getMessage()),
                            "give the file that meshbus bench -o json wrote")
                    .at(file.toString())
                    .asException();
        }
    }

    private static Result ofItsOwn(Bench bench) {
        NatsServerBinary.locate(null);
        return inDirectory(bench::run);
    }

    /** Work in a directory that is gone afterwards. */
    static Result inDirectory(Function<Path, Result> work) {
        Path directory;
        try {
            directory = Files.createTempDirectory("meshbus-bench");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            return work.apply(directory);
        } finally {
            TrainCommand.delete(directory);
        }
    }
}
