package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.vertx.core.json.JsonObject;

/** Takes one thing back. */
abstract class RevokeCommand extends ClientCommand {
    RevokeCommand(Cli cli) {
        super(cli);
    }

    abstract String question();

    abstract JsonObject input();

    abstract String done();

    @Override
    final int run(Session session) {
        JsonObject answer = ask(session, question(), input());
        if (cli.output().json()) {
            cli.output().document(answer);
        } else {
            cli.output().line(done());
        }
        return ExitCode.DONE;
    }
}
