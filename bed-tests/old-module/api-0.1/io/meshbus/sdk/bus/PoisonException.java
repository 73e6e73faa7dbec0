package io.meshbus.sdk.bus;

public final class PoisonException extends RuntimeException {
    public PoisonException(String message) {
        throw new UnsupportedOperationException();
    }

    public PoisonException(String message, Throwable cause) {
        throw new UnsupportedOperationException();
    }
}
