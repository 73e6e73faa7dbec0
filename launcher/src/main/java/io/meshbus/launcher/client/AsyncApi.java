package io.meshbus.launcher.client;

import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.Verb;
import io.meshbus.sdk.manifest.EventRef;
import io.meshbus.sdk.manifest.SeatVerb;
import io.meshbus.sdk.manifest.ToolRef;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A mesh's events, tools and work as an AsyncAPI 3 document, from what its catalogue shows. The application is the mesh: it
 * sends events, receives calls and answers them, and accepts work. Pure.
 */
public final class AsyncApi {
    private static final String VERSION = "3.0.0";
    private static final String JSON = "application/json";
    private static final String CLOUD_EVENT = "application/cloudevents+json";

    private final JsonObject channels = new JsonObject();
    private final JsonObject operations = new JsonObject();
    private final JsonObject messages = new JsonObject();
    private final JsonObject schemas = new JsonObject();

    private AsyncApi() {}

    /**
     * @param url where the bus is
     * @param version of the mesh's definition
     * @param events as {@code catalog_events} lists them
     * @param tools as {@code catalog_tools} lists them
     * @param seats as {@code catalog_seats} lists them
     */
    public static JsonObject document(
            String mesh,
            String url,
            String version,
            List<JsonObject> events,
            List<JsonObject> tools,
            List<JsonObject> seats) {
        AsyncApi api = new AsyncApi();
        events.forEach(api::event);
        tools.forEach(api::tool);
        seats.forEach(api::seat);
        URI bus = URI.create(url);
        return new JsonObject()
                .put("asyncapi", VERSION)
                .put(
                        "info",
                        new JsonObject()
                                .put("title", mesh)
                                .put("version", version)
                                .put("description", "Events, tools and work of the mesh " + mesh))
                .put("defaultContentType", JSON)
                .put(
                        "servers",
                        new JsonObject()
                                .put(
                                        "bus",
                                        new JsonObject()
                                                .put("host", bus.getHost() + ":" + bus.getPort())
                                                .put("protocol", "nats")
                                                .put(
                                                        "description",
                                                        "TLS, by the exact pin of its certificate; users and"
                                                                + " passwords are the mesh's")))
                .put("channels", api.channels)
                .put("operations", api.operations)
                .put(
                        "components",
                        new JsonObject().put("messages", api.messages).put("schemas", api.schemas));
    }

    private void event(JsonObject event) {
        String name = event.getString("name");
        String id = "event." + key(name);
        JsonObject data = schema(id, event.getJsonObject("schema"));
        channel(id, EventRef.parse(name).subject(), event.getString("description", ""));
        message(
                id,
                id,
                new JsonObject()
                        .put("name", name)
                        .put("contentType", CLOUD_EVENT)
                        .put("payload", envelope(name, data)));
        operations.put(
                "tell." + key(name),
                new JsonObject()
                        .put("action", "send")
                        .put("channel", ref("channels", id))
                        .put("messages", new JsonArray().add(messageOf(id, id))));
    }

    /** CloudEvents 1.0, structured. */
    private static JsonObject envelope(String type, JsonObject data) {
        JsonObject text = new JsonObject().put("type", "string");
        return new JsonObject()
                .put("type", "object")
                .put(
                        "required",
                        new JsonArray(List.of("specversion", "id", "source", "type", "time", "datacontenttype")))
                .put(
                        "properties",
                        new JsonObject()
                                .put("specversion", new JsonObject().put("const", "1.0"))
                                .put("id", text)
                                .put("source", text.copy())
                                .put("type", new JsonObject().put("const", type))
                                .put("subject", text.copy())
                                .put(
                                        "time",
                                        new JsonObject().put("type", "string").put("format", "date-time"))
                                .put("datacontenttype", new JsonObject().put("const", JSON))
                                .put("data", data));
    }

    private void tool(JsonObject tool) {
        String name = tool.getString("name");
        String call = "call." + key(name);
        String answer = "answer." + key(name);
        channel(call, ToolRef.parse(name).subject(), tool.getString("description", ""));
        message(
                call,
                call,
                new JsonObject().put("name", name).put("payload", schema(call, tool.getJsonObject("input"))));
        channel(answer, null, "The caller's inbox; an error has the header Mesh-Error");
        message(
                answer,
                answer,
                new JsonObject().put("name", name).put("payload", schema(answer, tool.getJsonObject("output"))));
        operations.put(
                "serve." + key(name),
                new JsonObject()
                        .put("action", "receive")
                        .put("channel", ref("channels", call))
                        .put("messages", new JsonArray().add(messageOf(call, call)))
                        .put(
                                "reply",
                                new JsonObject()
                                        .put("channel", ref("channels", answer))
                                        .put("messages", new JsonArray().add(messageOf(answer, answer)))));
    }

    private void seat(JsonObject seat) {
        seat.getJsonObject("accepts", new JsonObject()).forEach(verb -> {
            SeatVerb work = new SeatVerb(new SeatId(seat.getString("name")), new Verb(verb.getKey()));
            JsonObject how = (JsonObject) verb.getValue();
            String id = "work." + work;
            channel(id, work.subject(), how.getString("description", ""));
            message(
                    id,
                    id,
                    new JsonObject()
                            .put("name", work.toString())
                            .put("payload", piece(schema(id, how.getJsonObject("schema")))));
            operations.put(
                    "accept." + work,
                    new JsonObject()
                            .put("action", "receive")
                            .put("channel", ref("channels", id))
                            .put("messages", new JsonArray().add(messageOf(id, id))));
        });
    }

    /** What travels is the work with its id; its outcome is an event of the role about that id. */
    private static JsonObject piece(JsonObject input) {
        JsonObject text = new JsonObject().put("type", "string");
        return new JsonObject()
                .put("type", "object")
                .put("required", new JsonArray(List.of("v", "id", "submitter", "input")))
                .put(
                        "properties",
                        new JsonObject()
                                .put("v", new JsonObject().put("const", WireCodec.VERSION))
                                .put("id", text)
                                .put("submitter", text.copy())
                                .put("input", input));
    }

    private void channel(String id, @Nullable String address, String description) {
        channels.put(
                id,
                new JsonObject()
                        .put("address", address)
                        .put("description", description)
                        .put("messages", new JsonObject()));
    }

    private void message(String channel, String id, JsonObject message) {
        messages.put(id, message);
        channels.getJsonObject(channel)
                .getJsonObject("messages")
                .put(id, new JsonObject().put("$ref", "#/components/messages/" + id));
    }

    private static JsonObject messageOf(String channel, String id) {
        return new JsonObject().put("$ref", "#/channels/" + channel + "/messages/" + id);
    }

    private static JsonObject ref(String part, String id) {
        return new JsonObject().put("$ref", "#/" + part + "/" + id);
    }

    /** Kept once; what it refers to within itself is found at its new place. */
    private JsonObject schema(String id, @Nullable JsonObject schema) {
        if (schema == null) {
            return new JsonObject();
        }
        String place = "#/components/schemas/" + id;
        schemas.put(id, moved(schema, place));
        return new JsonObject().put("$ref", place);
    }

    private static JsonObject moved(JsonObject object, String place) {
        JsonObject moved = new JsonObject();
        for (Map.Entry<String, Object> member : object) {
            Object value = member.getValue();
            if (member.getKey().equals("$ref") && value instanceof String ref && ref.startsWith("#")) {
                moved.put("$ref", place + ref.substring(1));
            } else if (!member.getKey().equals("$schema") && !member.getKey().equals("$id")) {
                moved.put(member.getKey(), moved(value, place));
            }
        }
        return moved;
    }

    private static @Nullable Object moved(@Nullable Object value, String place) {
        if (value instanceof JsonObject object) {
            return moved(object, place);
        }
        if (value instanceof JsonArray array) {
            JsonArray moved = new JsonArray();
            array.forEach(one -> moved.add(moved(one, place)));
            return moved;
        }
        return value;
    }

    /** Names of roles have a colon, which a key may not have. */
    private static String key(String name) {
        return name.replace(':', '.');
    }
}
