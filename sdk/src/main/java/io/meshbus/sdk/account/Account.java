package io.meshbus.sdk.account;

/** The NATS accounts of spec 2.5. */
public enum Account {
    /** Everyone's; no JetStream. */
    MESH,
    /** All streams; the controller alone. */
    STREAMS,
    /** The tenant fabric. */
    FABRIC,
    /** Twins of {@code accounts check}; it reaches nothing and nothing reaches it. */
    CHECK
}
