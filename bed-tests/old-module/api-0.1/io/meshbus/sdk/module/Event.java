package io.meshbus.sdk.module;

import io.meshbus.sdk.wire.Envelope;

public record Event<T>(T body, String name, long attempt, Envelope envelope) {
    public String id() {
        throw new UnsupportedOperationException();
    }

    public String subject() {
        throw new UnsupportedOperationException();
    }

    public CallOptions onward() {
        throw new UnsupportedOperationException();
    }
}
