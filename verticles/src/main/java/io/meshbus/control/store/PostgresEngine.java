package io.meshbus.control.store;

import io.vertx.core.Vertx;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgException;
import io.vertx.pgclient.SslMode;
import io.vertx.sqlclient.Pool;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * PostgreSQL. A transaction reads of one moment and fails when another changed what it changes (repeatable read), and is
 * then done again: on this engine two controllers write at once.
 */
record PostgresEngine(StoreConfig.Server config) implements Engine {
    /** One takes reports, one serves a reconciler, the others the people. */
    private static final int CONNECTIONS = 4;

    private static final int CONNECT_MILLIS = 5_000;

    /** Serialization failure, deadlock, and a row that another has just inserted under the same key. */
    private static final Set<String> COLLISIONS = Set.of("40001", "40P01", "23505");

    /** Classes: data exception, integrity constraint, syntax or access rule. */
    private static final Set<String> MISUSES = Set.of("22", "23", "42");

    @Override
    public String where() {
        return config.address().toString();
    }

    @Override
    public String remedy() {
        return "start or reach " + where() + "; what arrives meanwhile is held";
    }

    @Override
    public void prepare() {
        // The database is its owner's to make.
    }

    @Override
    public FluentConfiguration migrations(FluentConfiguration flyway) {
        return flyway.dataSource(
                config.address().jdbcUrl(),
                config.address().user(),
                config.password().revealText());
    }

    @Override
    public Pool pool(Vertx vertx) {
        PostgresAddress address = config.address();
        PgConnectOptions options = new PgConnectOptions()
                .setHost(address.host())
                .setPort(address.port())
                .setDatabase(address.database())
                .setUser(address.user())
                .setPassword(config.password().revealText())
                .setSslMode(address.sslMode())
                .setCachePreparedStatements(true)
                .addProperty("application_name", "meshbus")
                .addProperty("default_transaction_isolation", "repeatable read")
                .addProperty("lock_timeout", "10s");
        if (address.sslMode() != SslMode.DISABLE) {
            boolean verified = address.sslMode() == SslMode.VERIFY_CA || address.sslMode() == SslMode.VERIFY_FULL;
            options.setSslOptions(new ClientSSLOptions()
                    .setTrustAll(!verified)
                    .setHostnameVerificationAlgorithm(address.sslMode() == SslMode.VERIFY_FULL ? "HTTPS" : ""));
        }
        return PgBuilder.pool()
                .with(Engine.poolOptions(CONNECTIONS))
                .with(new NetClientOptions()
                        .setConnectTimeout(CONNECT_MILLIS)
                        // A server that stands still, or a path that is cut without a word, ends here and not never.
                        .setIdleTimeout((int) StoreConfig.TRANSACTION_TIMEOUT.toSeconds())
                        .setIdleTimeoutUnit(TimeUnit.SECONDS))
                .connectingTo(options)
                .using(vertx)
                .build();
    }

    @Override
    public String placeholders(String statement) {
        return Sql.numbered(statement);
    }

    @Override
    public boolean collided(Throwable fault) {
        return fault instanceof PgException refusal && COLLISIONS.contains(refusal.getSqlState());
    }

    @Override
    public boolean misused(Throwable fault) {
        return fault instanceof PgException refusal
                && refusal.getSqlState() != null
                && refusal.getSqlState().length() == 5
                && MISUSES.contains(refusal.getSqlState().substring(0, 2));
    }
}
