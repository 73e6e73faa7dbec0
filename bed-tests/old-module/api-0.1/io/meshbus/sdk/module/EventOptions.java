package io.meshbus.sdk.module;

public record EventOptions(String id, String subject, String traceparent) {
    public static final EventOptions PLAIN = null;

    public static EventOptions of(CallOptions onward) {
        throw new UnsupportedOperationException();
    }

    public EventOptions withId(String value) {
        throw new UnsupportedOperationException();
    }

    public EventOptions withSubject(String value) {
        throw new UnsupportedOperationException();
    }
}
