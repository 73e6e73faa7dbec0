package io.meshbus.launcher.command;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which dead letters are meant. */
final class DeadFilter {
    @Option(
            names = "--module",
            paramLabel = "M",
            description = "Those of the module that failed; of a role: seat:SEAT.")
    @Nullable
    String module;

    @Option(names = "--event", paramLabel = "E", description = "Those that were this event: clock.tick.")
    @Nullable
    String event;

    @Option(names = "--reason", paramLabel = "CODE", description = "Those that failed so: FAILED, BAD_PAYLOAD, …")
    @Nullable
    String reason;

    @Option(names = "--version", paramLabel = "V", description = "Those that this version of the module failed on.")
    @Nullable
    String version;

    JsonObject members() {
        JsonObject members = new JsonObject();
        put(members, "module", module);
        put(members, "event", event);
        put(members, "reason", reason);
        put(members, "version", version);
        return members;
    }

    private static void put(JsonObject members, String name, @Nullable String value) {
        if (value != null) {
            members.put(name, value);
        }
    }
}
