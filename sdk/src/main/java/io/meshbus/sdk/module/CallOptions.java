package io.meshbus.sdk.module;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long a call may take, and what it belongs to. Inside a handler use its {@code onward()}: the time that is left
 * and the trace travel on.
 *
 * @param timeout all the time there is; zero or less fails with {@code TIMED_OUT} before anything is sent
 * @param traceparent W3C trace context of the cause, or null to begin a trace
 */
public record CallOptions(Duration timeout, @Nullable String traceparent) {
    public static final Duration TIMEOUT_DEFAULT = Duration.ofSeconds(5);
    public static final CallOptions DEFAULT = new CallOptions(TIMEOUT_DEFAULT, null);

    public static CallOptions within(Duration timeout) {
        return new CallOptions(timeout, null);
    }

    /** At most that long, and no longer than these options say. */
    public CallOptions atMost(Duration limit) {
        return limit.compareTo(timeout) < 0 ? new CallOptions(limit, traceparent) : this;
    }
}
