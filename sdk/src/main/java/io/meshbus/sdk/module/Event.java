package io.meshbus.sdk.module;

import io.meshbus.sdk.wire.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * An event being handled.
 *
 * @param body its data, bound
 * @param name as the manifest names it: {@code billing.paid}, {@code seat:pricing-desk.reviewed}
 * @param attempt 1 for the first
 * @param envelope the CloudEvents envelope around it
 */
public record Event<T>(T body, String name, long attempt, Envelope envelope) {
    /** Unique; the same at each attempt, so it can guard against doing things twice. */
    public String id() {
        return envelope.id();
    }

    /** What it is about; for the outcome of work, the work's id. */
    public @Nullable String subject() {
        return envelope.subject();
    }

    /** The trace, for the calls and events that follow from this one. */
    public CallOptions onward() {
        return new CallOptions(CallOptions.TIMEOUT_DEFAULT, envelope.traceparent());
    }
}
