package io.meshbus.sdk.module;

import java.time.Duration;

public record CallOptions(Duration timeout, String traceparent) {
    public static final Duration TIMEOUT_DEFAULT = null;
    public static final CallOptions DEFAULT = null;

    public static CallOptions within(Duration timeout) {
        throw new UnsupportedOperationException();
    }

    public CallOptions atMost(Duration limit) {
        throw new UnsupportedOperationException();
    }
}
