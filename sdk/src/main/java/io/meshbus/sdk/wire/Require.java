package io.meshbus.sdk.wire;

import org.jspecify.annotations.Nullable;

/** Members that must be there when a payload is read. */
final class Require {
    private Require() {}

    static void member(@Nullable Object value, String name) {
        if (value == null) {
            throw new IllegalArgumentException("member " + name + " is missing");
        }
    }
}
