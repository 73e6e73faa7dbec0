package io.meshbus.control.store;

import io.meshbus.sdk.secret.Secret;
import java.nio.file.Path;
import java.time.Duration;

/** Where the store is and how long it is waited for (spec 3.1). */
public sealed interface StoreConfig {
    /** How long a caller waits for its turn, or for a connection, before {@code STORE_AWAY}. */
    Duration CONNECTION_TIMEOUT = Duration.ofSeconds(10);
    /** How long a transaction may take before {@code STORE_AWAY}. */
    Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(30);
    /** Callers waiting for their turn; one more fails with {@code STORE_AWAY}. */
    int WAITING_MAX = 4096;

    static StoreConfig embedded(Path file) {
        return new Embedded(file, Duration.ofSeconds(5));
    }

    /**
     * The embedded database.
     *
     * @param file made with mode 0600 when missing
     * @param busyTimeout how long a write waits for another process's
     */
    record Embedded(Path file, Duration busyTimeout) implements StoreConfig {}

    /** A PostgreSQL of 14 or later. */
    record Server(PostgresAddress address, Secret password) implements StoreConfig {}
}
