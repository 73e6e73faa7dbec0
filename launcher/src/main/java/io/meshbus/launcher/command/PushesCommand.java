package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code pushes}. */
@Command(name = "pushes", description = "The newest pushes: number, who, when. push --to N goes back to one.")
final class PushesCommand extends ListCommand {
    PushesCommand(Cli cli) {
        super(cli, "pushes", "pushes", Tables::pushes);
    }
}
