package io.meshbus.control.ask;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** One command: an answer, or a failure that is told to who asked. May throw a problem at once. */
@FunctionalInterface
interface AskCommand {
    Future<JsonObject> run(Asked asked);
}
