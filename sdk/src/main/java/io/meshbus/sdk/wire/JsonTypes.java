package io.meshbus.sdk.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Vert.x JSON as members of records. Its own deserializers read a member as if it were a whole document and so call
 * what follows it trailing tokens; these read on in the same document.
 */
final class JsonTypes {
    private JsonTypes() {}

    static Module module() {
        return new SimpleModule("meshbus-json")
                .addDeserializer(JsonObject.class, new InPlace<>(JsonObject.class, Map.class, JsonTypes::object))
                .addDeserializer(JsonArray.class, new InPlace<>(JsonArray.class, List.class, JsonTypes::array));
    }

    @SuppressWarnings("unchecked")
    private static JsonObject object(Object map) {
        return new JsonObject((Map<String, Object>) map);
    }

    private static JsonArray array(Object list) {
        return new JsonArray((List<?>) list);
    }

    private static final class InPlace<T> extends StdDeserializer<T> {
        private static final long serialVersionUID = 1L;

        private final Class<?> plain;
        private final transient Function<Object, T> wrap;

        private InPlace(Class<T> type, Class<?> plain, Function<Object, T> wrap) {
            super(type);
            this.plain = plain;
            this.wrap = wrap;
        }

        @Override
        public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            JavaType type = context.constructType(plain);
            return wrap.apply(context.readValue(parser, type));
        }
    }
}
