package io.meshbus.sdk.manifest;

import java.util.List;

/** A value and where it was declared. */
record Placed<T>(T value, Place place) {
    static <T> List<T> values(List<Placed<T>> placed) {
        return placed.stream().map(Placed::value).toList();
    }
}
