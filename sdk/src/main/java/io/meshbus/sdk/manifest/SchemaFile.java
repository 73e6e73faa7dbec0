package io.meshbus.sdk.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the JSON Schemas of a definition: strict JSON, valid by the meta-schema, no reference out of the file. */
final class SchemaFile {
    private static final int DEPTH_MAX = 64;
    private static final int CHARS_MAX = 256 << 10;
    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEPTH_MAX)
                            .maxNumberLength(64)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final Map<String, String> files;
    private final Faults faults;

    SchemaFile(Map<String, String> files, Faults faults) {
        this.files = files;
        this.faults = faults;
    }

    /** The schema that a key names, relative to a folder; null when absent or faulty. */
    @Nullable
    JsonObject at(Section section, String key, String folder) {
        String path = section.id(key, RelativePath::require);
        if (path == null) {
            return null;
        }
        String file = folder + "/" + path;
        String text = files.get(file);
        if (text == null) {
            String what = "schema " + Faults.quoted(path) + " is not there";
            faults.unknown(section.place(key), what, file, files.keySet(), "add the file " + Faults.shown(file));
            return null;
        }
        return read(file, text);
    }

    private @Nullable JsonObject read(String file, String text) {
        if (text.length() > CHARS_MAX) {
            faults.add(
                    Place.of(file), "the schema is too large", text.length() + " characters", "at most " + CHARS_MAX);
            return null;
        }
        JsonObject schema;
        try {
            if (!(MAPPER.readValue(text, Object.class) instanceof Map<?, ?> map)) {
                faults.add(Place.of(file), "a schema is a JSON object", "here is something else", "write { … }");
                return null;
            }
            schema = new JsonObject(MAPPER.writeValueAsString(map));
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            faults.add(new Place(file, line), "this is not JSON", e.getOriginalMessage(), "correct the syntax");
            return null;
        }
        Optional<String> wrong = outsideReference(schema).or(() -> MetaSchema.fault(schema));
        wrong.ifPresent(why ->
                faults.add(Place.of(file), "this is not a JSON Schema", why, "correct it by JSON Schema 2020-12"));
        return wrong.isPresent() ? null : schema;
    }

    private static Optional<String> outsideReference(Object value) {
        if (value instanceof JsonObject object) {
            for (String key : object.fieldNames()) {
                Object member = object.getValue(key);
                if ((key.equals("$ref") || key.equals("$dynamicRef"))
                        && member instanceof String ref
                        && !ref.startsWith("#")) {
                    return Optional.of(key + " " + Faults.quoted(ref) + " leads out of the file");
                }
                Optional<String> below = outsideReference(member);
                if (below.isPresent()) {
                    return below;
                }
            }
        }
        if (value instanceof JsonArray array) {
            for (Object item : array) {
                Optional<String> below = outsideReference(item);
                if (below.isPresent()) {
                    return below;
                }
            }
        }
        return Optional.empty();
    }
}
