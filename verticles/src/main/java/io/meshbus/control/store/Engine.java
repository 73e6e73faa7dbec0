package io.meshbus.control.store;

import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/** What each of the two engines does its own way. */
sealed interface Engine permits SqliteEngine, PostgresEngine {
    /** Where the data is, for a person. */
    String where();

    /** What to look at when it cannot be reached. */
    String remedy();

    /** Makes what must be there first. Blocks. */
    void prepare() throws IOException;

    /** The data source of the migrations. */
    FluentConfiguration migrations(FluentConfiguration flyway);

    Pool pool(Vertx vertx);

    /** Turns {@code ?} into what the engine's client wants. */
    String placeholders(String statement);

    /** Another transaction came first: the same again may succeed. */
    boolean collided(Throwable fault);

    /** The statement itself is at fault, and would be at any time. */
    boolean misused(Throwable fault);

    static PoolOptions poolOptions(int size) {
        return new PoolOptions()
                .setMaxSize(size)
                .setConnectionTimeout((int) StoreConfig.CONNECTION_TIMEOUT.toMillis())
                .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS)
                .setMaxWaitQueueSize(StoreConfig.WAITING_MAX);
    }
}
