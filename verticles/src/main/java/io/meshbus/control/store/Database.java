package io.meshbus.control.store;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;

/** Migrations, transactions, and how they fail, on either engine. */
final class Database {
    private static final String MIGRATIONS = "classpath:io/meshbus/control/store/migration";
    /** How often a transaction is done that others keep coming before. */
    private static final int ATTEMPTS = 20;

    private static final int PAUSE_MILLIS = 20;

    private final Vertx vertx;
    private final Engine engine;
    private volatile @Nullable Pool pool;

    Database(Vertx vertx, StoreConfig config) {
        this.vertx = vertx;
        this.engine = config instanceof StoreConfig.Server server
                ? new PostgresEngine(server)
                : new SqliteEngine((StoreConfig.Embedded) config);
    }

    Future<Void> open() {
        return vertx.executeBlocking(this::migrate)
                .<Void>map(ignored -> {
                    pool = engine.pool(vertx);
                    return null;
                })
                .recover(this::refused);
    }

    private Integer migrate() throws IOException {
        engine.prepare();
        try {
            return engine.migrations(Flyway.configure())
                    .locations(MIGRATIONS)
                    .ignoreMigrationPatterns(new String[0])
                    .load()
                    .migrate()
                    .migrationsExecuted;
        } catch (FlywayException e) {
            if (String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("not resolved locally")) {
                throw new ProblemException(
                        new Problem(
                                ProblemCode.CONFIG_INVALID,
                                "the store was made by a newer meshbus",
                                engine.where(),
                                "its schema has a version that this program does not know",
                                "run the newer program, or restore a backup made before the upgrade"),
                        e);
            }
            throw e;
        }
    }

    Future<Void> close() {
        Pool open = pool;
        pool = null;
        return open == null ? Future.succeededFuture() : open.close();
    }

    /**
     * All of {@code work} or nothing of it; what it reads is of one moment. It is done again when another transaction
     * came before it, so it changes nothing but the store.
     */
    <T> Future<T> transaction(Function<Sql, Future<T>> work) {
        Pool open = pool;
        if (open == null) {
            return refused(new IOException("the store is closed"));
        }
        return attempt(open, work, 1, System.nanoTime() + StoreConfig.TRANSACTION_TIMEOUT.toNanos())
                .timeout(StoreConfig.TRANSACTION_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .recover(this::refused);
    }

    private <T> Future<T> attempt(Pool open, Function<Sql, Future<T>> work, int number, long deadline) {
        return open.withTransaction(connection -> work.apply(new Sql(connection, engine::placeholders)))
                .recover(fault -> number < ATTEMPTS && System.nanoTime() - deadline < 0 && engine.collided(fault)
                        ? vertx.timer(1 + ThreadLocalRandom.current().nextInt(PAUSE_MILLIS * Math.min(number, 5)))
                                .compose(passed -> attempt(open, work, number + 1, deadline))
                        : Future.failedFuture(fault));
    }

    /** A fault of ours stays one; everything else means that nothing can be recorded now. */
    private <T> Future<T> refused(Throwable cause) {
        if (cause instanceof ProblemException) {
            return Future.failedFuture(cause);
        }
        if (cause instanceof IllegalArgumentException
                || cause instanceof NullPointerException
                || cause instanceof ClassCastException
                || engine.misused(cause)) {
            return Future.failedFuture(new ProblemException(
                    Problem.of(ProblemCode.INTERNAL, "the store was used wrongly", String.valueOf(cause), ""), cause));
        }
        return Future.failedFuture(new ProblemException(
                Problem.of(
                        ProblemCode.STORE_AWAY,
                        "the store cannot be reached",
                        String.valueOf(cause.getMessage()).lines().findFirst().orElse(""),
                        engine.remedy()),
                cause));
    }
}
