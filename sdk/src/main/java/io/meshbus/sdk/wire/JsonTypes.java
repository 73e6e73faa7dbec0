package io.meshbus.sdk.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
                .addDeserializer(JsonArray.class, new InPlace<>(JsonArray.class, List.class, JsonTypes::array))
                .addSerializer(JsonText.class, new AsIs())
                .addDeserializer(JsonText.class, new Verbatim());
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

    private static final class AsIs extends StdSerializer<JsonText> {
        private static final long serialVersionUID = 1L;

        private AsIs() {
            super(JsonText.class);
        }

        @Override
        public void serialize(JsonText value, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeRawValue(value.text().toString(StandardCharsets.UTF_8));
        }
    }

    /** Token by token, so that a number stays the text it is. */
    private static final class Verbatim extends StdDeserializer<JsonText> {
        private static final long serialVersionUID = 1L;

        private Verbatim() {
            super(JsonText.class);
        }

        @Override
        public JsonText deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (!parser.isExpectedStartObjectToken()) {
                context.reportInputMismatch(JsonText.class, "a JSON object is expected");
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (JsonGenerator json = WireCodec.FACTORY.createGenerator(out)) {
                int depth = 0;
                do {
                    JsonToken token = parser.currentToken();
                    depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                    if (token.isNumeric()) {
                        json.writeNumber(parser.getText());
                    } else {
                        json.copyCurrentEvent(parser);
                    }
                } while (depth > 0 && parser.nextToken() != null);
            }
            return new JsonText(Buffer.buffer(out.toByteArray()));
        }
    }
}
