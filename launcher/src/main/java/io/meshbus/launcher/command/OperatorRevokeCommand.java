package io.meshbus.launcher.command;

import io.meshbus.sdk.id.PersonId;
import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code operator revoke}. */
@Command(name = "revoke", description = "Take a person's account away; live connections are closed.")
final class OperatorRevokeCommand extends RevokeCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The person.")
    String name = "";

    OperatorRevokeCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        name = new PersonId(name).value();
    }

    @Override
    String question() {
        return "person_revoke";
    }

    @Override
    JsonObject input() {
        return new JsonObject().put("name", name);
    }

    @Override
    String done() {
        return name + " has no account any more";
    }
}
