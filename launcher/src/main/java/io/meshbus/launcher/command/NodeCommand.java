package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code node}. */
@Command(
        name = "node",
        description = "One node: take it out of the mesh.",
        subcommands = {NodeRemoveCommand.class})
final class NodeCommand extends Group {
    NodeCommand(Cli cli) {
        super(cli);
    }
}
