package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code audit}. */
@Command(
        name = "audit",
        description = "Who did what: pushes, tokens, persons, refusals.",
        subcommands = {AuditListCommand.class, AuditVerifyCommand.class})
final class AuditCommand extends Group {
    AuditCommand(Cli cli) {
        super(cli);
    }
}
