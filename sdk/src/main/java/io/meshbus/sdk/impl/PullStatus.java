package io.meshbus.sdk.impl;

import java.util.Locale;

/** What a status on a pull means for it. Pure. */
enum PullStatus {
    /** Nothing: a heartbeat. */
    ALIVE,
    /** The pull is over as it should be; pull again at once. */
    OVER,
    /** The pull is over because the server is changing; pull again after a pause. */
    DISTURBED,
    /** The pull is over and will be again until somebody does something; tell, and pull again after a pause. */
    REFUSED;

    private static final int HEARTBEAT = 100;
    private static final int NO_MESSAGES = 404;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int CONFLICT = 409;

    static PullStatus of(int code, String text) {
        return switch (code) {
            case HEARTBEAT -> ALIVE;
            case NO_MESSAGES, REQUEST_TIMEOUT -> OVER;
            case CONFLICT -> conflict(text.toLowerCase(Locale.ROOT));
            case Requests.NO_RESPONDERS -> DISTURBED;
            default -> REFUSED;
        };
    }

    private static PullStatus conflict(String text) {
        if (text.startsWith("message size exceeds maxbytes") || text.startsWith("batch completed")) {
            return OVER;
        }
        boolean passing = text.startsWith("leadership change")
                || text.startsWith("server shutdown")
                || text.startsWith("exceeded maxwaiting");
        return passing ? DISTURBED : REFUSED;
    }
}
