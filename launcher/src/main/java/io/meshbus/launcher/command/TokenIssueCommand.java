package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.sdk.id.NodeId;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code token issue}: the token alone on stdout, so that it can be piped. */
@Command(
        name = "issue",
        description = "Issue a token for a node and print it. It is a secret until it is spent.",
        footer = {"", "On the machine: meshbus host --dir D --token TOKEN"})
final class TokenIssueCommand extends ClientCommand {
    @Option(names = "--node", required = true, paramLabel = "N", description = "The node it admits.")
    String node = "";

    @Option(names = "--ttl", paramLabel = "TIME", description = "How long it is valid. Default: 1h.")
    Duration ttl = Duration.ofHours(1);

    TokenIssueCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        node = new NodeId(node).value();
    }

    @Override
    int run(Session session) {
        JsonObject issued =
                ask(session, "token_issue", new JsonObject().put("node", node).put("ttlSeconds", ttl.toSeconds()));
        if (cli.output().json()) {
            cli.output().document(issued);
        } else {
            cli.output()
                    .note("token " + text(issued, "id") + " for node " + node + ", expires " + text(issued, "expires"));
            cli.output().line(text(issued, "token"));
        }
        return ExitCode.DONE;
    }
}
