package io.meshbus.sdk.module;

public record Work<T>(T body, String id, String submitter, long attempt, CallOptions onward) {
    public Outcome outcome(String event, Object data) {
        throw new UnsupportedOperationException();
    }
}
