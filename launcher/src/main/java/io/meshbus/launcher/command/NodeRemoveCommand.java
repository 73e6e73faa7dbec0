package io.meshbus.launcher.command;

import io.meshbus.sdk.id.NodeId;
import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code node remove}. */
@Command(
        name = "remove",
        description =
                "Revoke everything that a node and its modules connect with. A new token admits the machine again.")
final class NodeRemoveCommand extends RevokeCommand {
    @Parameters(index = "0", paramLabel = "NODE", description = "As nodes shows it.")
    String node = "";

    NodeRemoveCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        node = new NodeId(node).value();
    }

    @Override
    String question() {
        return "node_remove";
    }

    @Override
    JsonObject input() {
        return new JsonObject().put("node", node);
    }

    @Override
    String done() {
        return "node " + node + " is removed";
    }
}
