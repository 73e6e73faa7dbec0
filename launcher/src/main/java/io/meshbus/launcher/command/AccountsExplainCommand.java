package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.launcher.terminal.Printable;
import io.meshbus.sdk.id.PrincipalId;
import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code accounts explain}: exit 0 when it may, 1 when it may not. */
@Command(name = "explain", description = "Which line lets a principal use a subject, or what is missing.")
final class AccountsExplainCommand extends ClientCommand {
    enum Direction {
        publish,
        subscribe
    }

    @Parameters(index = "0", paramLabel = "P", description = "A principal: orders.n1, host.n1, person.admin, …")
    String principal = "";

    @Parameters(index = "1", paramLabel = "publish|subscribe")
    Direction direction = Direction.publish;

    @Parameters(index = "2", paramLabel = "SUBJECT", description = "The subject, or a pattern to subscribe.")
    String subject = "";

    AccountsExplainCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        principal = new PrincipalId(principal).value();
    }

    @Override
    int run(Session session) {
        JsonObject answer = ask(
                session,
                "accounts_explain",
                new JsonObject()
                        .put("principal", principal)
                        .put("direction", direction.name())
                        .put("subject", subject));
        if (cli.output().json()) {
            cli.output().document(answer);
        } else {
            cli.output().line(Printable.of(text(answer, "text")));
        }
        return answer.getBoolean("allowed", false) ? ExitCode.DONE : ExitCode.REFUSED;
    }
}
