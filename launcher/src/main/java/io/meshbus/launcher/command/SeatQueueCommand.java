package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.launcher.terminal.Table;
import io.meshbus.sdk.id.SeatId;
import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code seat queue}. */
@Command(name = "queue", description = "What waits for a role, and what its holders have begun; the oldest first.")
final class SeatQueueCommand extends ClientCommand {
    @Parameters(index = "0", paramLabel = "SEAT", description = "The role.")
    String seat = "";

    @Option(names = "--limit", paramLabel = "N", description = "Show at most N pieces. Default: 100.")
    int limit = 100;

    SeatQueueCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        seat = new SeatId(seat).value();
    }

    @Override
    int run(Session session) {
        JsonObject queue =
                ask(session, "seat_queue", new JsonObject().put("seat", seat).put("limit", limit));
        if (cli.output().json()) {
            cli.output().document(queue);
            return ExitCode.DONE;
        }
        Table table = new Table("WORK", "VERB", "STATE", "SUBMITTER", "AT");
        objects(queue, "work")
                .forEach(work -> table.row(
                        text(work, "id"),
                        text(work, "verb"),
                        text(work, "state"),
                        text(work, "submitter"),
                        Tables.second(work, "at")));
        if (!objects(queue, "work").isEmpty()) {
            cli.output().table(table);
        }
        cli.output().note(text(queue, "waiting") + " waiting, " + text(queue, "begun") + " begun");
        return ExitCode.DONE;
    }
}
