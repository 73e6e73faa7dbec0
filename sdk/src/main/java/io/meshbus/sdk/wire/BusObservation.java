package io.meshbus.sdk.wire;

/**
 * What the bus said of itself: the data of the event that makes an observation of a server's advisory.
 *
 * @param what {@code max_deliveries}, {@code terminated}, {@code consumer_deleted}, {@code stream_deleted}, {@code
 *     stream_quorum_lost} or {@code consumer_quorum_lost}
 * @param consumer the durable, empty for what is said of a stream
 * @param sequence stream sequence of the last message it is about, 0 for none
 * @param count how often it was said since the last observation of this kind there
 * @param reason as the server gave it, else empty
 */
public record BusObservation(
        int v, String what, String stream, String consumer, long sequence, long count, String reason) {
    public BusObservation {
        Require.member(what, "what");
        Require.member(stream, "stream");
        Require.member(consumer, "consumer");
        Require.member(reason, "reason");
    }
}
