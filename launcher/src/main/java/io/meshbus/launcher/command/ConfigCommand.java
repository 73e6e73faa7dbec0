package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code config}. */
@Command(
        name = "config",
        description = "The config of roles.",
        subcommands = {ConfigShowCommand.class})
final class ConfigCommand extends Group {
    ConfigCommand(Cli cli) {
        super(cli);
    }
}
