package io.meshbus.sdk.bus;

import org.jspecify.annotations.Nullable;

/**
 * How a publish to a stream is guarded.
 *
 * @param messageId {@code Nats-Msg-Id}, or null; a retried publish keeps it
 * @param expectedLastSubjectSequence refuse unless the subject's last sequence is this, or null; 0 = subject unused
 */
public record PublishOptions(
        @Nullable String messageId, @Nullable Long expectedLastSubjectSequence) {
    public static final PublishOptions PLAIN = new PublishOptions(null, null);

    public static PublishOptions id(String messageId) {
        return new PublishOptions(messageId, null);
    }

    public static PublishOptions expecting(long lastSubjectSequence) {
        return new PublishOptions(null, lastSubjectSequence);
    }
}
