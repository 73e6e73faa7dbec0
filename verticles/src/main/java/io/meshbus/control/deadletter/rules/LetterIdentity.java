package io.meshbus.control.deadletter.rules;

import io.meshbus.sdk.subject.Streams;

/** What makes a dead letter the same one: stream, consumer and sequence. */
public record LetterIdentity(String stream, String consumer, long sequence) {
    private static final String SEAT_PREFIX = "SEAT_";

    /** As the message id in DEAD, so that hand-over and advisory of one failure are one letter. */
    public String messageId() {
        return stream + ":" + consumer + ":" + sequence;
    }

    /** The module whose durable it is, {@code seat:<seat>} for a seat's holders, else the durable's name. */
    public String failed() {
        if (stream.equals(Streams.EVENTS)) {
            return consumer;
        }
        return stream.startsWith(SEAT_PREFIX) ? "seat:" + stream.substring(SEAT_PREFIX.length()) : consumer;
    }

    /** A message of a work queue past its last delivery stays in the stream unseen: its letter must end it. */
    public boolean staysInQueue() {
        return stream.startsWith(SEAT_PREFIX);
    }
}
