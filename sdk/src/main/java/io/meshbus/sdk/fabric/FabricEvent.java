package io.meshbus.sdk.fabric;

/**
 * One delivery of a reference.
 *
 * @param attempt 1 for the first; the server's count, over all instances
 * @param sequence its place in the stream
 */
public record FabricEvent(EventRef ref, long attempt, long sequence) {}
