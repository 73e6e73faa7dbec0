package io.meshbus.sdk.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.jackson.VertxModule;
import java.io.IOException;

/**
 * The only JSON code of the wire (spec 2.4): UTF-8, members in the records' order, unknown members ignored on reading,
 * a missing or ill-typed one refused with its path, depth and sizes bounded while parsing.
 */
public final class WireCodec {
    /** Nesting of a payload at most. */
    public static final int DEPTH_MAX = 64;
    /** Characters of one string at most; an artefact's chunk never travels as JSON. */
    public static final int STRING_CHARS_MAX = 4 << 20;
    /** Payload version of this contract. */
    public static final int VERSION = 1;

    /** Parses within the bounds above. */
    static final JsonFactory FACTORY = factory();

    private static final ObjectMapper MAPPER = mapper();

    private WireCodec() {}

    /**
     * Makes ready what the first use would: hundreds of milliseconds on a slow machine, which no event loop may be kept
     * for. Blocks.
     */
    public static void prepare() {
        decode(encode(new JsonObject().put("ready", true)), JsonObject.class);
    }

    private static JsonFactory factory() {
        return JsonFactory.builder()
                // One form for every language (docs/WIRE): UTF-8 for all that can be, lower-case escapes else.
                .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
                .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(DEPTH_MAX)
                        .maxStringLength(STRING_CHARS_MAX)
                        .maxNumberLength(64)
                        .maxNameLength(1024)
                        .build())
                .build();
    }

    private static ObjectMapper mapper() {
        return JsonMapper.builder(FACTORY)
                .addModule(new VertxModule())
                .addModule(JsonTypes.module())
                .addModule(new JavaTimeModule())
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                .build();
    }

    /** Canonical bytes: no spaces, members in order. */
    public static Buffer encode(Object payload) {
        try {
            return Buffer.buffer(MAPPER.writeValueAsBytes(payload));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("a payload of " + payload.getClass() + " cannot be written", e);
        }
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code BAD_PAYLOAD} with the path of what is wrong */
    public static <T> T decode(Buffer body, Class<T> type) {
        try {
            T value = MAPPER.readValue(body.getBytes(), type);
            if (value == null) {
                throw refused(type, "", "the body is the JSON null");
            }
            return value;
        } catch (JsonMappingException e) {
            throw refused(type, path(e), firstLine(e.getOriginalMessage()));
        } catch (IOException e) {
            throw refused(type, "", firstLine(String.valueOf(e.getMessage())));
        }
    }

    private static String path(JsonMappingException e) {
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference step : e.getPath()) {
            if (step.getFieldName() != null) {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            } else {
                path.append('[').append(step.getIndex()).append(']');
            }
        }
        return path.toString();
    }

    /** Lets go of every type read or written so far, so that the class loader of a module that has gone can go, too. */
    public static void forgetTypes() {
        MAPPER.clearCaches();
    }

    static String firstLine(String text) {
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end);
        return line.length() > 200 ? line.substring(0, 200) + "…" : line;
    }

    private static RuntimeException refused(Class<?> type, String path, String why) {
        return refused(type.getSimpleName(), path, why);
    }

    static RuntimeException refused(String payload, String path, String why) {
        return Members.refused(payload, path, why);
    }
}
