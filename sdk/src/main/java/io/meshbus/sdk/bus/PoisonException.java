package io.meshbus.sdk.bus;

/** A handler's word that no further attempt can succeed. */
public final class PoisonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PoisonException(String reason) {
        super(reason);
    }

    public PoisonException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
