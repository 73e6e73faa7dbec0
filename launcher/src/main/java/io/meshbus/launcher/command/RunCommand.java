package io.meshbus.launcher.command;

import io.meshbus.launcher.config.ConfigReader;
import io.meshbus.launcher.config.ConfigReader.Overrides;
import io.meshbus.launcher.config.RoleConfig;
import io.meshbus.launcher.run.Blocking;
import io.meshbus.launcher.run.Logging;
import io.meshbus.launcher.run.RoleRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code run}: the roles of a config in this process, until it is told to stop. */
@Command(
        name = "run",
        description = "Run the roles of a config: broker, controller, host, or a verticle by name. Logs to stderr.",
        footer = {"", "Four processes on one machine: see configs/roles/"})
final class RunCommand implements Callable<Integer> {
    @Option(names = "--config", required = true, paramLabel = "F", description = "A role config, see configs/roles/.")
    Path file = Path.of("");

    @Option(names = "--role", paramLabel = "R", description = "Run this role instead of the file's; may be repeated.")
    List<String> roles = new ArrayList<>();

    private final Cli cli;

    RunCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() {
        Overrides overrides = new Overrides(roles, Optional.ofNullable(cli.options().dir));
        Logging.toStderr(cli.options().verbose ? "DEBUG" : "INFO");
        RoleConfig config = Blocking.withVertx(vertx -> ConfigReader.read(vertx, file, overrides));
        if (!cli.options().verbose) {
            Logging.toStderr(config.logLevel());
        }
        return new RoleRun(config, cli.output()::note).run(Signals::onStop) ? ExitCode.DONE : ExitCode.REFUSED;
    }
}
