package io.meshbus.sdk.bus;

import java.time.Instant;

/**
 * A message read from a stream by direct get.
 *
 * @param message its subject, headers (the server's own included) and body
 * @param stream the stream it came from
 * @param sequence its stream sequence, which is the order (spec 3.7)
 * @param time when the stream stored it
 */
public record StoredMessage(Message message, String stream, long sequence, Instant time) {}
