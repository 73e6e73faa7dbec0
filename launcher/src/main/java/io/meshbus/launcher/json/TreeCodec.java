package io.meshbus.launcher.json;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.EncodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.jackson.DatabindCodec;
import io.vertx.core.json.jackson.JacksonCodec;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Trees by the parser alone; anything else by data binding, as Vert.x does by itself. Safe from any thread. */
final class TreeCodec extends JacksonCodec {
    private static final Set<Class<?>> TREES =
            Set.of(Object.class, JsonObject.class, JsonArray.class, Map.class, List.class);

    /** Made when it is first needed. */
    private static final class Bound {
        static final DatabindCodec CODEC = new DatabindCodec();
    }

    @Override
    public <T> T fromString(String json, Class<T> type) {
        return TREES.contains(type) ? super.fromString(json, type) : Bound.CODEC.fromString(json, type);
    }

    @Override
    public <T> T fromBuffer(Buffer json, Class<T> type) {
        return TREES.contains(type) ? super.fromBuffer(json, type) : Bound.CODEC.fromBuffer(json, type);
    }

    @Override
    public <T> T fromValue(Object json, Class<T> type) {
        return Bound.CODEC.fromValue(json, type);
    }

    /** Whether a tree holds something that only data binding can write is known when it is met. */
    @Override
    public String toString(Object object, boolean pretty) {
        try {
            return super.toString(object, pretty);
        } catch (EncodeException e) {
            return Bound.CODEC.toString(object, pretty);
        }
    }

    @Override
    public Buffer toBuffer(Object object, boolean pretty) {
        try {
            return super.toBuffer(object, pretty);
        } catch (EncodeException e) {
            return Bound.CODEC.toBuffer(object, pretty);
        }
    }
}
