package io.meshbus.control.store;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Where the store is and how it is reached.
 *
 * @param file the embedded database's file, made with mode 0600 when missing
 * @param busyTimeout how long a write waits for another process's
 * @param connectionTimeout how long a caller waits for its turn before {@code STORE_AWAY}
 * @param waitingMax callers waiting for their turn; one more fails with {@code STORE_AWAY}
 */
public record StoreConfig(Path file, Duration busyTimeout, Duration connectionTimeout, int waitingMax) {
    public static StoreConfig embedded(Path file) {
        return new StoreConfig(file, Duration.ofSeconds(5), Duration.ofSeconds(10), 4096);
    }

    /** WAL with a full sync: what was committed survives a power cut (spec 3.1: acknowledged means recorded). */
    String jdbcUrl() {
        return "jdbc:sqlite:" + file.toAbsolutePath() + "?journal_mode=WAL&synchronous=FULL&foreign_keys=true"
                + "&transaction_mode=IMMEDIATE&busy_timeout=" + busyTimeout.toMillis();
    }
}
