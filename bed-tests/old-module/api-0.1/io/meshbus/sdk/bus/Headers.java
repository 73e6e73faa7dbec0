package io.meshbus.sdk.bus;

import java.util.List;
import java.util.Map;

public record Headers(Map<String, List<String>> values) {
    public static final Headers NONE = null;

    public static Headers of(String name, String value) {
        throw new UnsupportedOperationException();
    }

    public Headers with(String name, String value) {
        throw new UnsupportedOperationException();
    }

    public String first(String name) {
        throw new UnsupportedOperationException();
    }

    public boolean isEmpty() {
        throw new UnsupportedOperationException();
    }
}
