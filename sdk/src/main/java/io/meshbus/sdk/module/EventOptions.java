package io.meshbus.sdk.module;

import org.jspecify.annotations.Nullable;

/**
 * What an event carries beside its data.
 *
 * @param id the event's id, or null for a random one; give the same id to publish the same event again after a failure,
 *     the stream keeps it once (within two minutes). Make it unguessable: ids are shared by all modules
 * @param subject what the event is about within its source, or null
 * @param traceparent W3C trace context of the cause, or null to begin a trace
 */
public record EventOptions(
        @Nullable String id,
        @Nullable String subject,
        @Nullable String traceparent) {
    public static final EventOptions PLAIN = new EventOptions(null, null, null);

    /** An event that belongs to the same trace as what is being handled. */
    public static EventOptions of(CallOptions onward) {
        return new EventOptions(null, null, onward.traceparent());
    }

    public EventOptions withId(String value) {
        return new EventOptions(value, subject, traceparent);
    }

    public EventOptions withSubject(String value) {
        return new EventOptions(id, value, traceparent);
    }
}
