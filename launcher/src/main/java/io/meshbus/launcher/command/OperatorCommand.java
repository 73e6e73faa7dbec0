package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code operator}. */
@Command(
        name = "operator",
        description = "Persons' accounts: who may use what.",
        subcommands = {OperatorIssueCommand.class, OperatorListCommand.class, OperatorRevokeCommand.class})
final class OperatorCommand extends Group {
    OperatorCommand(Cli cli) {
        super(cli);
    }
}
