package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.launcher.terminal.CliOutput;
import io.meshbus.launcher.terminal.Style;
import io.vertx.core.json.JsonObject;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code status}: what stands, what lags, what is quiet. */
@Command(name = "status", description = "What stands, what lags, what is quiet.")
final class StatusCommand extends ClientCommand {
    private static final List<String> MEMBERS =
            List.of("mesh", "ready", "broker", "nodes", "modules", "streams", "held");

    StatusCommand(Cli cli) {
        super(cli);
    }

    @Override
    int run(Session session) {
        JsonObject status = ask(session, "status", new JsonObject());
        CliOutput output = cli.output();
        if (output.json()) {
            output.document(document(status));
        } else {
            print(status, output);
        }
        return ExitCode.DONE;
    }

    /** Exactly the document of spec 1.2. */
    private static JsonObject document(JsonObject status) {
        JsonObject document = new JsonObject();
        for (String member : MEMBERS) {
            document.put(member, status.getValue(member));
        }
        return document;
    }

    private static void print(JsonObject status, CliOutput output) {
        boolean ready = status.getBoolean("ready", false);
        JsonObject broker = status.getJsonObject("broker", new JsonObject());
        output.line("mesh " + text(status, "mesh") + ": "
                + (ready ? Style.good(output.ansi(), "ready") : Style.bad(output.ansi(), "not ready")));
        output.line("bus  " + text(broker, "url") + "  nats-server " + text(broker, "version") + "  users revision "
                + text(broker, "revision"));
        Object held = status.getValue("held");
        if (held instanceof Number number && number.longValue() > 0) {
            output.line("held " + held + " messages wait for the store");
        }
        if (!text(status, "storeAwaySince").isEmpty()) {
            output.line("store away since " + text(status, "storeAwaySince"));
        }
        output.line("");
        output.table(Tables.nodes(objects(status, "nodes")));
        output.line("");
        output.table(Tables.modules(objects(status, "modules")));
        output.line("");
        output.table(Tables.streams(objects(status, "streams")));
    }
}
