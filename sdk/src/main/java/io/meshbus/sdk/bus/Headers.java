package io.meshbus.sdk.bus;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Immutable message headers; names are case sensitive, as on the wire. */
public record Headers(Map<String, List<String>> values) {
    public static final Headers NONE = new Headers(Map.of());

    public Headers {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        values.forEach((name, list) -> copy.put(name, List.copyOf(list)));
        values = java.util.Collections.unmodifiableMap(copy);
    }

    public static Headers of(String name, String value) {
        return new Headers(Map.of(name, List.of(value)));
    }

    /** These headers with one more, replacing one of that name. */
    public Headers with(String name, String value) {
        Map<String, List<String>> copy = new LinkedHashMap<>(values);
        copy.put(name, List.of(value));
        return new Headers(copy);
    }

    /** The first value, or null. */
    public @Nullable String first(String name) {
        List<String> list = values.get(name);
        return list == null || list.isEmpty() ? null : list.get(0);
    }

    public boolean isEmpty() {
        return values.isEmpty();
    }
}
