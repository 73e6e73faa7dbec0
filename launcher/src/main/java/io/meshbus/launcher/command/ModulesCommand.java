package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code modules}. */
@Command(name = "modules", description = "Modules: version, and where each runs.")
final class ModulesCommand extends ListCommand {
    ModulesCommand(Cli cli) {
        super(cli, "modules", "modules", Tables::modules);
    }
}
