package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Preload;
import io.meshbus.launcher.run.Logging;
import io.meshbus.launcher.terminal.CliOutput;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParseResult;

/**
 * All commands by name. Building picocli's model of one command costs more than parsing it, so a run builds the model of
 * the command it was asked for and of no other; help, completion and an unknown word build all.
 */
public final class CommandTree {
    private static final Set<String> WITH_VALUE = Set.of("--dir", "--as", "--key", "-o", "--output");

    /** They stay and log; all others are gone before a log would be read. */
    private static final Set<String> STAYING = Set.of("up", "run", "host", "train");

    private static final Set<String> CLIENT = Set.of(
            "push",
            "pushes",
            "token",
            "node",
            "audit",
            "status",
            "nodes",
            "modules",
            "seats",
            "seat",
            "streams",
            "tools",
            "call",
            "events",
            "asyncapi",
            "dead",
            "operator",
            "accounts",
            "certificate");

    private CommandTree() {}

    private static Map<String, Class<?>> commands() {
        Map<String, Class<?>> all = new LinkedHashMap<>();
        all.put("up", UpCommand.class);
        all.put("run", RunCommand.class);
        all.put("down", DownCommand.class);
        all.put("genesis", GenesisCommand.class);
        all.put("push", PushCommand.class);
        all.put("pushes", PushesCommand.class);
        all.put("token", TokenCommand.class);
        all.put("host", HostCommand.class);
        all.put("status", StatusCommand.class);
        all.put("nodes", NodesCommand.class);
        all.put("node", NodeCommand.class);
        all.put("modules", ModulesCommand.class);
        all.put("seats", SeatsCommand.class);
        all.put("seat", SeatCommand.class);
        all.put("streams", StreamsCommand.class);
        all.put("tools", ToolsCommand.class);
        all.put("call", CallCommand.class);
        all.put("events", EventsCommand.class);
        all.put("asyncapi", AsyncApiCommand.class);
        all.put("dead", DeadCommand.class);
        all.put("operator", OperatorCommand.class);
        all.put("key", KeyCommand.class);
        all.put("accounts", AccountsCommand.class);
        all.put("certificate", CertificateCommand.class);
        all.put("audit", AuditCommand.class);
        all.put("manifest", ManifestCommand.class);
        all.put("lint", LintCommand.class);
        all.put("config", ConfigCommand.class);
        all.put("doctor", DoctorCommand.class);
        all.put("bench", BenchCommand.class);
        all.put("completion", CompletionCommand.class);
        all.put("train", TrainCommand.class);
        return all;
    }

    @Command(
            name = "meshbus",
            description = "A mesh of machines on one NATS bus: raise it, describe it, look at it, use it.",
            synopsisSubcommandLabel = "COMMAND",
            versionProvider = Version.class,
            footer = {
                "",
                "Exit codes: 0 done, 1 refused or failed with a reason, 2 usage, 3 unreachable.",
                "Begin with: meshbus up --push configs/demo",
                "In a clone, ./meshbus verify builds and tests everything."
            })
    static final class Root implements Runnable {
        @Mixin
        final GlobalOptions options;

        @CommandLine.Option(names = "--version", versionHelp = true, description = "Show the version.")
        boolean version;

        private final Cli cli;

        Root(Cli cli) {
            this.cli = cli;
            this.options = cli.options();
        }

        /** No command: the help. */
        @Override
        public void run() {
            if (cli.output().json()) {
                throw Problem.of(ProblemCode.USAGE, "no command", "", "see: meshbus --help")
                        .asException();
            }
            CommandLine all = tree(cli, null);
            all.usage(cli.output().out(), cli.output().ansi());
        }
    }

    /** Runs one command line and gives the exit code. */
    public static int execute(CliOutput output, Map<String, String> environment, String... args) {
        Cli cli = new Cli(new GlobalOptions(), output, environment);
        String wanted = commandOf(args);
        if (!STAYING.contains(wanted) && !List.of(args).contains("--verbose")) {
            Logging.none();
        }
        if (CLIENT.contains(wanted)) {
            Preload.begin();
        }
        try {
            return tree(cli, commands().containsKey(wanted) ? wanted : null).execute(args);
        } finally {
            Preload.end();
        }
    }

    /** @param only the one command to build, or null for all */
    static CommandLine tree(Cli cli, @Nullable String only) {
        IFactory factory = new Factory(cli);
        CommandLine root = new CommandLine(new Root(cli), factory);
        commands().forEach((name, type) -> {
            if (only == null || only.equals(name)) {
                root.addSubcommand(name, new CommandLine(type, factory));
            }
        });
        Failures failures = new Failures(cli);
        CliOutput output = cli.output();
        ownOptionsFirst(root);
        return root.setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures)
                .setExecutionStrategy(parsed -> begin(cli, parsed))
                .registerConverter(Duration.class, new Durations())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setHelpFactory(OwnOptionsHelp::new)
                .setColorScheme(colours(output.ansi()))
                .setOut(new PrintWriter(output.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(output.err(), true, StandardCharsets.UTF_8));
    }

    private static void ownOptionsFirst(CommandLine line) {
        line.getCommandSpec().usageMessage().sortOptions(false);
        line.getSubcommands().values().forEach(CommandTree::ownOptionsFirst);
    }

    private static int begin(Cli cli, ParseResult parsed) {
        cli.output().answerInJson(cli.options().output == GlobalOptions.Format.json);
        return new CommandLine.RunLast().execute(parsed);
    }

    private static ColorScheme colours(Ansi ansi) {
        return CommandLine.Help.defaultColorScheme(ansi);
    }

    /** The first word that is neither an option nor the value of a global option. */
    static String commandOf(String... args) {
        for (int at = 0; at < args.length; at++) {
            if (WITH_VALUE.contains(args[at])) {
                at++;
            } else if (!args[at].startsWith("-")) {
                return args[at];
            }
        }
        return "";
    }

    /** Commands take the {@link Cli} in their constructor; groups of commands have none. */
    private record Factory(Cli cli) implements IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            if (type.isInterface()) {
                return CommandLine.defaultFactory().create(type);
            }
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (List.of(constructor.getParameterTypes()).equals(List.of(Cli.class))) {
                    constructor.setAccessible(true);
                    return type.cast(constructor.newInstance(cli));
                }
            }
            return CommandLine.defaultFactory().create(type);
        }
    }
}
