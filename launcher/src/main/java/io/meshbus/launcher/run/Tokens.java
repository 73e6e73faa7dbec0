package io.meshbus.launcher.run;

import io.meshbus.sdk.client.PersonClient;
import io.meshbus.sdk.id.NodeId;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;

/** Tokens for hosts that start in the same process as their controller: asked for like any other. */
final class Tokens {
    private static final Duration TTL = Duration.ofMinutes(10);

    private Tokens() {}

    /** Completes with the token's text. */
    static Future<String> issue(PersonClient operator, NodeId node) {
        JsonObject input = new JsonObject().put("node", node.value()).put("ttlSeconds", TTL.toSeconds());
        return operator.ask("token_issue", input).map(issued -> issued.getString("token"));
    }
}
