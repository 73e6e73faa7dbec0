package io.meshbus.bed.conformance;

import io.vertx.core.json.JsonObject;
import java.util.Set;

/**
 * An implementation of the wire under test. It does one command at a time and answers each with one object; a command
 * and its members are told in {@code js/README.md}.
 */
interface Peer extends AutoCloseable {
    String name();

    Set<String> claims();

    /** Blocks for a bounded time; fails when the peer cannot answer at all. */
    JsonObject ask(JsonObject command) throws Exception;

    default JsonObject ask(String command, JsonObject given) throws Exception {
        return ask(given.copy().put("do", command));
    }
}
