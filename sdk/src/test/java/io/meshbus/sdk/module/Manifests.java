package io.meshbus.sdk.module;

import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.ToolName;
import io.meshbus.sdk.id.Verb;
import io.meshbus.sdk.manifest.EventRef;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.Seat;
import io.meshbus.sdk.manifest.SeatVerb;
import io.meshbus.sdk.manifest.ToolRef;
import io.meshbus.sdk.secret.Secret;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A manifest by hand, member by member. */
final class Manifests {
    static final JsonObject ITEM_SCHEMA =
            new JsonObject("{\"type\":\"object\",\"required\":[\"item\"],\"additionalProperties\":false,"
                    + "\"properties\":{\"item\":{\"type\":\"string\",\"minLength\":1}}}");

    private final ModuleId module;
    private final Map<EventName, Manifest.Emit> emits = new LinkedHashMap<>();
    private final Map<ToolName, Manifest.Tool> serves = new LinkedHashMap<>();
    private List<EventRef> consumes = List.of();
    private List<ToolRef> uses = List.of();
    private List<SeatId> holds = List.of();
    private List<SeatVerb> submits = List.of();
    private List<String> secrets = List.of();
    private Manifest.Delivery delivery = Manifest.Delivery.DEFAULT;

    private Manifests(String module) {
        this.module = new ModuleId(module);
    }

    static Manifests of(String module) {
        return new Manifests(module);
    }

    Manifests emits(String event, @Nullable JsonObject schema) {
        emits.put(new EventName(event), new Manifest.Emit("", schema));
        return this;
    }

    Manifests serves(String tool, @Nullable JsonObject input, @Nullable JsonObject output, Duration timeout) {
        serves.put(new ToolName(tool), new Manifest.Tool("", input, output, timeout, false, false, false));
        return this;
    }

    Manifests consumes(String... events) {
        consumes = List.of(events).stream().map(EventRef::parse).toList();
        return this;
    }

    Manifests uses(String... tools) {
        uses = List.of(tools).stream().map(ToolRef::parse).toList();
        return this;
    }

    Manifests holds(String... seats) {
        holds = List.of(seats).stream().map(SeatId::new).toList();
        return this;
    }

    Manifests submits(String... work) {
        submits = List.of(work).stream().map(SeatVerb::parse).toList();
        return this;
    }

    Manifests secrets(String... names) {
        secrets = List.of(names);
        return this;
    }

    Manifests delivery(int maxDeliver, Duration... delays) {
        delivery = new Manifest.Delivery(maxDeliver, List.of(delays), Duration.ofSeconds(5));
        return this;
    }

    Manifest manifest() {
        return new Manifest(
                module,
                "1.0.0",
                emits,
                consumes,
                serves,
                uses,
                List.of(),
                holds,
                submits,
                List.of(),
                List.of(),
                List.of(),
                new Manifest.Run(new Manifest.Verticle("x.Y", "y.jar", 1), null, null),
                List.of(),
                new JsonObject(),
                secrets,
                new Manifest.Rollout(1, Duration.ZERO, "halt"),
                delivery);
    }

    ModuleContext context(String node, Seat... seats) {
        return new ModuleContext(
                "demo",
                new NodeId(node),
                manifest(),
                List.of(seats),
                new JsonObject(),
                Map.of("api-key", Secret.of("s3cret")),
                Path.of(""));
    }

    /** Accepts {@code review} of an item; emits {@code reviewed} and {@code failed}. */
    static Seat desk() {
        return new Seat(
                new SeatId("desk"),
                "",
                true,
                Map.of(new Verb("review"), new Seat.Work("", ITEM_SCHEMA)),
                Map.of(
                        new EventName("reviewed"), new Manifest.Emit("", null),
                        new EventName("failed"), new Manifest.Emit("", null)),
                Map.of());
    }
}
