package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code dead}. */
@Command(
        name = "dead",
        description = "Dead letters: deliveries that have finally failed.",
        subcommands = {DeadListCommand.class, DeadShowCommand.class, DeadRedriveCommand.class, DeadDropCommand.class})
final class DeadCommand extends Group {
    DeadCommand(Cli cli) {
        super(cli);
    }
}
