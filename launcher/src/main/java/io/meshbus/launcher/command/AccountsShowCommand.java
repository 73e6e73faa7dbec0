package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.launcher.terminal.Style;
import io.meshbus.launcher.terminal.Table;
import io.meshbus.sdk.id.PrincipalId;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code accounts show}. */
@Command(name = "show", description = "The composed list: every principal, or one with each line and its reason.")
final class AccountsShowCommand extends ClientCommand {
    @Parameters(index = "0", arity = "0..1", paramLabel = "P", description = "A principal: orders.n1, host.n1, …")
    @Nullable
    String principal;

    AccountsShowCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        if (principal != null) {
            principal = new PrincipalId(principal).value();
        }
    }

    @Override
    int run(Session session) {
        JsonObject input = new JsonObject();
        if (principal != null) {
            input.put("principal", principal);
        }
        JsonObject answer = ask(session, "accounts_show", input);
        if (cli.output().json()) {
            cli.output().document(answer);
        } else if (principal == null) {
            cli.output().table(summary(answer));
        } else {
            objects(answer, "principals").forEach(this::print);
        }
        return ExitCode.DONE;
    }

    private static Table summary(JsonObject answer) {
        Table table = new Table("PRINCIPAL", "ACCOUNT", "PUBLISH", "SUBSCRIBE");
        objects(answer, "principals")
                .forEach(principal -> table.row(
                        text(principal, "principal"),
                        text(principal, "account"),
                        Integer.toString(objects(principal, "publish").size()),
                        Integer.toString(objects(principal, "subscribe").size())));
        return table;
    }

    private void print(JsonObject one) {
        cli.output()
                .line(Style.strong(cli.output().ansi(), text(one, "principal")) + " in account "
                        + text(one, "account"));
        Table table = new Table("MAY", "SUBJECT", "BECAUSE", "WHERE");
        for (String direction : new String[] {"publish", "subscribe"}) {
            objects(one, direction)
                    .forEach(grant ->
                            table.row(direction, text(grant, "subject"), text(grant, "reason"), text(grant, "where")));
        }
        cli.output().table(table);
    }
}
