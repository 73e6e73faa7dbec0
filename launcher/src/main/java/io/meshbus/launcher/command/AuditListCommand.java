package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code audit list}. */
@Command(name = "list", description = "The newest entries, newest first.")
final class AuditListCommand extends ClientCommand {
    @Option(names = "--limit", paramLabel = "N", description = "How many, 1 to 500. Default: 50.")
    int limit = 50;

    @Option(names = "--before", paramLabel = "NUMBER", description = "Only entries older than this one.")
    @Nullable
    Long before;

    AuditListCommand(Cli cli) {
        super(cli);
    }

    @Override
    int run(Session session) {
        JsonObject input = new JsonObject().put("limit", limit);
        if (before != null) {
            input.put("before", before);
        }
        JsonObject answer = ask(session, "audit_list", input);
        if (cli.output().json()) {
            cli.output().document(answer);
        } else {
            cli.output().table(Tables.audit(objects(answer, "entries")));
        }
        return ExitCode.DONE;
    }
}
