package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code token list}. */
@Command(name = "list", description = "Tokens: for which node, live, spent or revoked.")
final class TokenListCommand extends ListCommand {
    TokenListCommand(Cli cli) {
        super(cli, "token_list", "tokens", Tables::tokens);
    }
}
