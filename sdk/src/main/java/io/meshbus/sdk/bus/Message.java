package io.meshbus.sdk.bus;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * A message of the bus.
 *
 * @param subject the concrete subject it was published on
 * @param reply where core NATS wants the answer; null when none is wanted or a stream has claimed it (spec 2.2)
 * @param headers its headers
 * @param body its bytes; not to be changed
 */
public record Message(String subject, @Nullable String reply, Headers headers, Buffer body) {
    public static Message of(String subject, Buffer body) {
        return new Message(subject, null, Headers.NONE, body);
    }

    public static Message of(String subject, Headers headers, Buffer body) {
        return new Message(subject, null, headers, body);
    }
}
