package io.meshbus.launcher.command;

import io.meshbus.sdk.id.TokenId;
import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code token revoke}. */
@Command(name = "revoke", description = "Revoke a token that is not spent.")
final class TokenRevokeCommand extends RevokeCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "As token list shows it.")
    String id = "";

    TokenRevokeCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        id = new TokenId(id).value();
    }

    @Override
    String question() {
        return "token_revoke";
    }

    @Override
    JsonObject input() {
        return new JsonObject().put("id", id);
    }

    @Override
    String done() {
        return "token " + id + " is revoked";
    }
}
