package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code nodes}. */
@Command(name = "nodes", description = "Nodes: state, convergence, who is quiet.")
final class NodesCommand extends ListCommand {
    NodesCommand(Cli cli) {
        super(cli, "nodes", "nodes", Tables::nodes);
    }
}
