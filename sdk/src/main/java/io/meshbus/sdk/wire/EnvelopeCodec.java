package io.meshbus.sdk.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Bytes ↔ {@link Envelope}: member by member, so that what is not understood is kept as it came. */
final class EnvelopeCodec {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final Set<String> KNOWN = Set.of(
            "specversion", "id", "source", "type", "subject", "time", "datacontenttype", "dataschema", "traceparent");

    private EnvelopeCodec() {}

    static Buffer encode(Envelope e) {
        ByteArrayOutputStream out =
                new ByteArrayOutputStream(256 + (e.data() == null ? 0 : e.data().length()));
        try (JsonGenerator json = WireCodec.FACTORY.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("specversion", Envelope.SPECVERSION);
            json.writeStringField("id", e.id());
            json.writeStringField("source", e.source());
            json.writeStringField("type", e.type());
            optional(json, "subject", e.subject());
            json.writeStringField("time", TIME.format(e.time()));
            json.writeStringField("datacontenttype", e.datacontenttype());
            optional(json, "dataschema", e.dataschema());
            optional(json, "traceparent", e.traceparent());
            for (Map.Entry<String, Buffer> member : e.extensions().entrySet()) {
                raw(json, member.getKey(), member.getValue());
            }
            if (e.data() != null) {
                raw(json, "data", e.data());
            }
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Buffer.buffer(out.toByteArray());
    }

    private static void optional(JsonGenerator json, String name, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value);
        }
    }

    private static void raw(JsonGenerator json, String name, Buffer text) throws IOException {
        json.writeFieldName(name);
        json.writeRawValue(text.toString(StandardCharsets.UTF_8));
    }

    static Envelope decode(Buffer body) {
        byte[] bytes = body.getBytes();
        Map<String, String> known = new LinkedHashMap<>();
        Map<String, Buffer> others = new LinkedHashMap<>();
        try (JsonParser json = WireCodec.FACTORY.createParser(bytes)) {
            json.enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION.mappedFeature());
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw refused("", "a JSON object is expected");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                member(json, bytes, known, others);
            }
            if (json.nextToken() != null) {
                throw refused("", "something follows the object");
            }
        } catch (IOException e) {
            throw refused("", WireCodec.firstLine(String.valueOf(e.getMessage())));
        }
        return assemble(known, others);
    }

    private static void member(JsonParser json, byte[] bytes, Map<String, String> known, Map<String, Buffer> others)
            throws IOException {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        if (KNOWN.contains(name)) {
            if (value != JsonToken.VALUE_STRING) {
                throw refused(name, "a string is expected");
            }
            known.put(name, json.getText());
            return;
        }
        int start = (int) json.currentTokenLocation().getByteOffset();
        json.skipChildren();
        json.finishToken();
        int end = (int) json.currentLocation().getByteOffset();
        others.put(name, Buffer.buffer(java.util.Arrays.copyOfRange(bytes, start, end)));
    }

    private static Envelope assemble(Map<String, String> known, Map<String, Buffer> others) {
        String version = required(known, "specversion");
        if (!version.equals(Envelope.SPECVERSION)) {
            throw refused("specversion", "1.0 is expected");
        }
        Buffer data = others.remove("data");
        return new Envelope(
                required(known, "id"),
                required(known, "source"),
                required(known, "type"),
                known.get("subject"),
                time(required(known, "time")),
                known.getOrDefault("datacontenttype", Envelope.JSON),
                known.get("dataschema"),
                known.get("traceparent"),
                others,
                data);
    }

    private static String required(Map<String, String> known, String name) {
        String value = known.get(name);
        if (value == null || value.isEmpty()) {
            throw refused(name, "it is missing or empty");
        }
        return value;
    }

    private static Instant time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw refused("time", "an RFC 3339 time is expected");
        }
    }

    private static RuntimeException refused(String path, String why) {
        return WireCodec.refused("CloudEvents envelope", path, why);
    }
}
