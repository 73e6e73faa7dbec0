package io.meshbus.launcher.command;

import io.meshbus.launcher.bench.BenchTable;
import io.meshbus.launcher.bench.Fleet;
import io.meshbus.launcher.bench.Result;
import io.meshbus.launcher.terminal.CliOutput;
import io.meshbus.natsserver.NatsServerBinary;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench fleet}: many hosts on a mesh of its own. */
@Command(
        name = "fleet",
        description =
                "Raise a mesh and many hosts on it, each with its own keys and connection, all in this process: how long"
                        + " enrolling and a push take, and what controller and server need.",
        footer = {"", "Example:", "  meshbus bench fleet --nodes 1000"})
final class BenchFleetCommand implements Callable<Integer> {
    private static final int NODES_MAX = 20_000;

    @Option(names = "--nodes", paramLabel = "N", description = "How many hosts. Default: 100.")
    int nodes = 100;

    @Option(names = "--steady", paramLabel = "TIME", description = "How long they only live. Default: 30s.")
    Duration steady = Duration.ofSeconds(30);

    @Option(names = "--timeout", paramLabel = "TIME", description = "Limit of each step. Default: 10m.")
    Duration timeout = Duration.ofMinutes(10);

    private final Cli cli;

    BenchFleetCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() {
        if (nodes < 1 || nodes > NODES_MAX) {
            throw Problem.of(ProblemCode.USAGE, "a fleet of " + nodes, "", "give --nodes from 1 to " + NODES_MAX)
                    .asException();
        }
        NatsServerBinary.locate(null);
        CliOutput output = cli.output();
        Fleet fleet = new Fleet(nodes, timeout, steady, row -> output.note(BenchTable.progress(row)));
        Result result = BenchCommand.inDirectory(fleet::run);
        if (output.json()) {
            output.document(result.json());
        } else {
            output.table(BenchTable.of(result, Map.of()));
            BenchTable.about(result).forEach(output::line);
        }
        return ExitCode.DONE;
    }
}
