package io.meshbus.sdk.manifest;

import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.ToolName;
import io.meshbus.sdk.id.Verb;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The seats that every mesh has without a file (spec 1.1). */
public final class Foundation {
    /** Held by the module that is the broker. */
    public static final SeatId BROKER = new SeatId("mesh-broker");
    /** Held by the controller itself: says what it observes. */
    public static final SeatId CONTROLLER = new SeatId("mesh-controller");
    /** Held by the controller itself: serves what there is. */
    public static final SeatId CATALOG = new SeatId("mesh-catalog");
    /** Held by modules that build modules. */
    public static final SeatId BUILDER = new SeatId("mesh-builder");

    /** How long a call of the catalogue may take. */
    public static final Duration CATALOG_TIMEOUT = Duration.ofSeconds(5);

    /** Entries of one answer of the catalogue at most. */
    public static final int CATALOG_PAGE_MAX = 500;

    private static final Map<SeatId, Seat> SEATS = seats();

    private Foundation() {}

    /** By name. */
    public static Map<SeatId, Seat> all() {
        return SEATS;
    }

    /** Whether the controller holds it, and no module can. */
    public static boolean isControllers(SeatId seat) {
        return Set.of(CONTROLLER, CATALOG).contains(seat);
    }

    private static Map<SeatId, Seat> seats() {
        Map<SeatId, Seat> seats = new LinkedHashMap<>();
        Stream.of(
                        seat(BROKER, "The bus itself", true, Map.of(), Map.of(), Map.of()),
                        seat(
                                CONTROLLER,
                                "Holds the desired state and watches the mesh",
                                true,
                                Map.of(),
                                events("node_changed", "module_changed", "bus_observed"),
                                Map.of()),
                        seat(CATALOG, "What the mesh can do", true, Map.of(), events("changed"), catalogTools()),
                        seat(
                                BUILDER,
                                "Builds modules from source",
                                false,
                                Map.of(new Verb("build"), new Seat.Work("Build a commit of a source", buildInput())),
                                events("built", "failed"),
                                Map.of()))
                .forEach(seat -> seats.put(seat.seat(), seat));
        return java.util.Collections.unmodifiableMap(seats);
    }

    private static Seat seat(
            SeatId id,
            String description,
            boolean oneHolder,
            Map<Verb, Seat.Work> accepts,
            Map<EventName, Manifest.Emit> emits,
            Map<ToolName, Manifest.Tool> serves) {
        return new Seat(id, description, oneHolder, accepts, emits, serves);
    }

    private static Map<EventName, Manifest.Emit> events(String... names) {
        Map<EventName, Manifest.Emit> events = new LinkedHashMap<>();
        for (String name : names) {
            events.put(new EventName(name), new Manifest.Emit("", null));
        }
        return events;
    }

    private static Map<ToolName, Manifest.Tool> catalogTools() {
        Map<ToolName, Manifest.Tool> tools = new LinkedHashMap<>();
        tools.put(new ToolName("catalog_tools"), lookUp("Every tool that the caller may use, with its schema"));
        tools.put(new ToolName("catalog_modules"), lookUp("Every module with its version and nodes"));
        tools.put(new ToolName("catalog_events"), lookUp("Every event with its schema"));
        tools.put(new ToolName("catalog_seats"), lookUp("Every role that takes work from the caller, with its schema"));
        return tools;
    }

    private static Manifest.Tool lookUp(String description) {
        JsonObject number = new JsonObject().put("type", "integer");
        JsonObject page = new JsonObject()
                .put("type", "object")
                .put(
                        "properties",
                        new JsonObject()
                                .put("offset", number.copy().put("minimum", 0))
                                .put("limit", number.copy().put("minimum", 1).put("maximum", CATALOG_PAGE_MAX)));
        JsonObject answer = new JsonObject().put("type", "object");
        return new Manifest.Tool(description, page, answer, CATALOG_TIMEOUT, true, false, true);
    }

    private static JsonObject buildInput() {
        JsonObject text = new JsonObject().put("type", "string");
        return new JsonObject()
                .put("type", "object")
                .put("properties", new JsonObject().put("source", text).put("commit", text.copy()))
                .put("required", new JsonArray().add("source"));
    }
}
