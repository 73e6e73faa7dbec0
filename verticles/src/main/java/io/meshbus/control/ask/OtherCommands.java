package io.meshbus.control.ask;

import io.meshbus.control.ControlAddress;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
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
                "accounts_diff", asked -> forward(ControlAddress.ACCOUNTS_DIFF, asked),
                "accounts_check", this::check);
    }

    private Future<JsonObject> check(Asked asked) {
        return vertx.eventBus()
                .<JsonObject>request(
                        ControlAddress.ACCOUNTS_CHECK,
                        asked.input(),
                        new DeliveryOptions().setSendTimeout(ControlAddress.CHECK_MILLIS))
                .map(reply -> reply.body());
    }

    private Future<JsonObject> forward(String address, Asked asked) {
        return vertx.eventBus().<JsonObject>request(address, asked.input()).map(reply -> reply.body());
    }
}
