package io.meshbus.sdk.bus;

/**
 * A stream's acknowledgement of a publish.
 *
 * @param stream the stream that stored it
 * @param sequence its sequence there
 * @param duplicate true when the server recognised the message id and stored nothing
 */
public record Stored(String stream, long sequence, boolean duplicate) {}
