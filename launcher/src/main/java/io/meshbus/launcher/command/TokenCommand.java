package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code token}. */
@Command(
        name = "token",
        description = "Enrolment tokens: one admits one machine as one node, once.",
        subcommands = {TokenIssueCommand.class, TokenListCommand.class, TokenRevokeCommand.class})
final class TokenCommand extends Group {
    TokenCommand(Cli cli) {
        super(cli);
    }
}
