package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code accounts}. */
@Command(
        name = "accounts",
        description = "The composed accounts: what each principal may do, why, and with what it signs in.",
        subcommands = {
            AccountsShowCommand.class,
            AccountsExplainCommand.class,
            AccountsDiffCommand.class,
            AccountsCheckCommand.class,
            AccountsRotateCommand.class
        })
final class AccountsCommand extends Group {
    AccountsCommand(Cli cli) {
        super(cli);
    }
}
