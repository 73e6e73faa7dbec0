package io.meshbus.launcher.command;

import io.meshbus.launcher.client.AsyncApi;
import io.meshbus.launcher.client.Session;
import io.meshbus.sdk.client.PersonClient;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code asyncapi}: what the catalogue shows this person, as one document. */
@Command(
        name = "asyncapi",
        description = "The mesh's events, the tools you may call and the work you may give, as an AsyncAPI 3 document.",
        footer = {"", "Example: meshbus asyncapi > mesh.asyncapi.json"})
final class AsyncApiCommand extends ClientCommand {
    AsyncApiCommand(Cli cli) {
        super(cli);
    }

    @Override
    int run(Session session) {
        JsonArray events = session.run(ANSWER_LIMIT, PersonClient::eventTypes);
        JsonArray tools = session.run(ANSWER_LIMIT, PersonClient::tools);
        JsonArray seats = session.run(ANSWER_LIMIT, PersonClient::seats);
        JsonObject modules = session.run(ANSWER_LIMIT, PersonClient::catalogue);
        cli.output()
                .document(AsyncApi.document(
                        modules.getString("mesh", "mesh"),
                        session.bus().url(),
                        "revision-" + modules.getLong("revision", 0L),
                        list(events),
                        list(tools),
                        list(seats)));
        return ExitCode.DONE;
    }

    private static List<JsonObject> list(JsonArray array) {
        return array.stream().map(JsonObject.class::cast).toList();
    }
}
