package io.meshbus.sdk.testing;

/** A nats-server of a test, wherever it runs. */
interface Broker extends AutoCloseable {
    /** {@code tls://host:port}. */
    String url();

    /** SHA-256 of its certificate, in hexadecimal. */
    String pin();

    /** Everything it has logged so far. */
    String log();

    @Override
    void close();
}
