package io.meshbus.bed.conformance;

import io.vertx.core.json.JsonObject;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One case of a capability.
 *
 * @param does what kind of message it is, for example {@code event} or {@code answer}
 * @param given what the message means: produced from it, and understood as it
 * @param headers name to values, compared whole
 * @param consumeOnly nobody produces it
 */
record Case(
        String name,
        String does,
        JsonObject given,
        String subject,
        Map<String, List<String>> headers,
        byte[] bytes,
        boolean consumeOnly) {
    static Case of(JsonObject json) {
        return new Case(
                json.getString("name"),
                json.getString("does"),
                json.getJsonObject("given"),
                json.getString("subject"),
                headers(json.getJsonObject("headers")),
                Base64.getDecoder().decode(json.getString("bytes")),
                "consume".equals(json.getString("only")));
    }

    static Map<String, List<String>> headers(JsonObject json) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        json.forEach(header -> headers.put(
                header.getKey(),
                json.getJsonArray(header.getKey()).stream()
                        .map(String.class::cast)
                        .toList()));
        return headers;
    }

    static JsonObject json(Map<String, List<String>> headers) {
        JsonObject json = new JsonObject();
        headers.forEach(json::put);
        return json;
    }

    /** Which principal produces it. */
    String by() {
        return given.getString("by", Beds.TELLER);
    }
}
