package io.meshbus.sdk.fabric;

import io.meshbus.sdk.bus.PoisonException;

/** Why an event was parked (spec 6.3). */
public enum ParkCause {
    /** Its bytes are no reference. */
    UNDECODABLE,
    /** The reference names another tenant or kind than its subject. */
    MISMATCH,
    /** Its handler said that no attempt can succeed. */
    POISON,
    /** Every attempt failed. */
    FAILED,
    /** The last attempt ended without a word: its instance has died, or has lost its connection. */
    NO_OUTCOME;

    /** Fails a delivery at once, for a cause that no attempt can mend. */
    static PoisonException unfit(ParkCause cause, String reason) {
        return new PoisonException(reason, new Unfit(cause));
    }

    static ParkCause of(Throwable reason) {
        if (reason instanceof PoisonException) {
            return reason.getCause() instanceof Unfit unfit ? unfit.cause : POISON;
        }
        return FAILED;
    }

    /** Carries the cause; nothing to trace. */
    private static final class Unfit extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final ParkCause cause;

        private Unfit(ParkCause cause) {
            super(cause.name(), null, false, false);
            this.cause = cause;
        }
    }
}
