package io.meshbus.sdk.wire;

/** Header names of the wire (spec 2.4, 4.3). */
public final class WireHeaders {
    public static final String MESSAGE_ID = "Nats-Msg-Id";
    public static final String EXPECTED_LAST_SUBJECT_SEQUENCE = "Nats-Expected-Last-Subject-Sequence";
    public static final String SIGNATURE = "Mesh-Signature";
    public static final String CALLER = "Mesh-Caller";
    public static final String DEADLINE = "Mesh-Deadline";
    public static final String ERROR = "Mesh-Error";
    /** The subject that a redriven dead letter first had. */
    public static final String ORIGINAL_SUBJECT = "Mesh-Original-Subject";

    /** On a kept dead letter: the version of the module's manifest when it failed. */
    public static final String MODULE_VERSION = "Mesh-Module-Version";

    public static final String TRACEPARENT = "traceparent";

    private WireHeaders() {}
}
