package io.meshbus.control.ask;

import io.meshbus.control.ControlAddress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/** Questions that another verticle answers: the composed list. */
final class OtherCommands {
    private final Vertx vertx;

    OtherCommands(Vertx vertx) {
        this.vertx = vertx;
    }

    Map<String, AskCommand> all() {
        return Map.of(
                "accounts_show", asked -> forward(ControlAddress.ACCOUNTS_SHOW, asked),
                "accounts_explain", asked -> forward(ControlAddress.ACCOUNTS_EXPLAIN, asked),
                "accounts_diff", asked -> forward(ControlAddress.ACCOUNTS_DIFF, asked));
    }

    private Future<JsonObject> forward(String address, Asked asked) {
        return vertx.eventBus().<JsonObject>request(address, asked.input()).map(reply -> reply.body());
    }
}
