package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.launcher.terminal.Table;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Function;

/** Asks for one list and shows it. */
abstract class ListCommand extends ClientCommand {
    private final String question;
    private final String member;
    private final Function<List<JsonObject>, Table> table;

    /** @param member of the answer that holds the list */
    ListCommand(Cli cli, String question, String member, Function<List<JsonObject>, Table> table) {
        super(cli);
        this.question = question;
        this.member = member;
        this.table = table;
    }

    @Override
    final int run(Session session) {
        JsonObject answer = ask(session, question, new JsonObject());
        if (cli.output().json()) {
            cli.output().document(answer);
        } else {
            cli.output().table(table.apply(objects(answer, member)));
        }
        return ExitCode.DONE;
    }
}
