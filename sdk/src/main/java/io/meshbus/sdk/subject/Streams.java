package io.meshbus.sdk.subject;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.SeatId;

/** Names of streams, durable consumers and the bucket (spec 2.3): derived, never configured. */
public final class Streams {
    public static final String CONTROL = "CONTROL";
    public static final String NODES = "NODES";
    public static final String EVENTS = "EVENTS";
    public static final String DEAD_IN = "DEAD_IN";
    public static final String DEAD = "DEAD";
    public static final String ARTEFACTS = "ARTEFACTS";
    public static final String STATE_BUCKET = "mesh_state";
    /** The stream behind the bucket {@link #STATE_BUCKET}. */
    public static final String STATE = "KV_" + STATE_BUCKET;

    /** The one durable of CONTROL. */
    public static final String CONTROLLER_CONSUMER = "controller";
    /** The one durable of DEAD_IN. */
    public static final String DEAD_LETTER_CONSUMER = "deadletter";
    /** The one durable of each seat's work queue. */
    public static final String HOLDERS = "holders";

    /** Prefix under which MESH imports the JetStream API of STREAMS. */
    public static final String API_PREFIX = "streams.API";

    private Streams() {}

    /** The work queue of a seat. */
    public static String seat(SeatId seat) {
        return "SEAT_" + seat;
    }

    /** The durable of EVENTS that all instances of a module share. */
    public static String eventsConsumer(ModuleId module) {
        return module.value();
    }
}
