package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code operator list}. */
@Command(name = "list", description = "Persons and what each may use.")
final class OperatorListCommand extends ListCommand {
    OperatorListCommand(Cli cli) {
        super(cli, "person_list", "persons", Tables::persons);
    }
}
