package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.sdk.client.PersonClient;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Command;

/** {@code tools}: what this person may call. */
@Command(name = "tools", description = "The tools you may call.")
final class ToolsCommand extends ClientCommand {
    ToolsCommand(Cli cli) {
        super(cli);
    }

    @Override
    int run(Session session) {
        JsonArray tools = session.run(ANSWER_LIMIT, PersonClient::tools);
        JsonObject answer = new JsonObject().put("tools", tools);
        if (cli.output().json()) {
            cli.output().document(answer);
        } else {
            cli.output().table(Tables.tools(objects(answer, "tools")));
        }
        return ExitCode.DONE;
    }
}
