package io.meshbus.sdk.manifest;

import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.ToolName;
import io.meshbus.sdk.id.Verb;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A role and its protocol (spec 3.3): what it accepts, says and serves.
 *
 * @param oneHolder one holder module in the mesh
 */
public record Seat(
        SeatId seat,
        String description,
        boolean oneHolder,
        Map<Verb, Work> accepts,
        Map<EventName, Manifest.Emit> emits,
        Map<ToolName, Manifest.Tool> serves) {
    /** @param schema JSON Schema of the work's input, or null for any */
    public record Work(String description, @Nullable JsonObject schema) {}

    public Seat {
        accepts = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(accepts));
        emits = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(emits));
        serves = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(serves));
    }
}
