package io.meshbus.sdk.secret;

public final class Secret {
    private Secret() {}

    public static Secret of(byte[] value) {
        throw new UnsupportedOperationException();
    }

    public static Secret of(String value) {
        throw new UnsupportedOperationException();
    }

    public byte[] reveal() {
        throw new UnsupportedOperationException();
    }

    public String revealText() {
        throw new UnsupportedOperationException();
    }
}
