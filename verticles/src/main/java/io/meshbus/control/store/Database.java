package io.meshbus.control.store;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.jdbcclient.JDBCConnectOptions;
import io.vertx.jdbcclient.JDBCPool;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;

/** The embedded engine: migrations, one connection (so writes are serialised), transactions, and how they fail. */
final class Database {
    private static final String MIGRATIONS = "classpath:io/meshbus/control/store/migration";

    private final Vertx vertx;
    private final StoreConfig config;
    private volatile @Nullable Pool pool;

    Database(Vertx vertx, StoreConfig config) {
        this.vertx = vertx;
        this.config = config;
    }

    Future<Void> open() {
        return vertx.executeBlocking(this::migrate)
                .<Void>map(ignored -> {
                    pool = JDBCPool.pool(
                            vertx,
                            new JDBCConnectOptions().setJdbcUrl(config.jdbcUrl()),
                            new PoolOptions()
                                    .setMaxSize(1)
                                    .setConnectionTimeout(
                                            (int) config.connectionTimeout().toMillis())
                                    .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS)
                                    .setMaxWaitQueueSize(config.waitingMax()));
                    return null;
                })
                .recover(Database::refused);
    }

    private Integer migrate() throws IOException {
        makeFile(config.file());
        try {
            return Flyway.configure()
                    .dataSource(config.jdbcUrl(), null, null)
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
                                config.file().toString(),
                                "its schema has a version that this program does not know",
                                "run the newer program, or restore a backup made before the upgrade"),
                        e);
            }
            throw e;
        }
    }

    /** The engine gives its other files the mode of this one. */
    private static void makeFile(Path file) throws IOException {
        Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file has a directory");
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }

    Future<Void> close() {
        Pool open = pool;
        pool = null;
        return open == null ? Future.succeededFuture() : open.close();
    }

    /** All of {@code work} or nothing of it; what it reads is of one moment. */
    <T> Future<T> transaction(Function<Sql, Future<T>> work) {
        Pool open = pool;
        if (open == null) {
            return refused(new IOException("the store is closed"));
        }
        return open.withTransaction(connection -> work.apply(new Sql(connection, Function.identity())))
                .recover(Database::refused);
    }

    /** A fault of ours stays one; everything else means that nothing can be recorded now. */
    private static <T> Future<T> refused(Throwable cause) {
        if (cause instanceof ProblemException) {
            return Future.failedFuture(cause);
        }
        if (cause instanceof IllegalArgumentException
                || cause instanceof NullPointerException
                || cause instanceof ClassCastException) {
            return Future.failedFuture(new ProblemException(
                    Problem.of(ProblemCode.INTERNAL, "the store was used wrongly", String.valueOf(cause), ""), cause));
        }
        return Future.failedFuture(new ProblemException(
                Problem.of(
                        ProblemCode.STORE_AWAY,
                        "the store cannot be reached",
                        String.valueOf(cause.getMessage()).lines().findFirst().orElse(""),
                        "check its disk and its file; what arrives meanwhile is held"),
                cause));
    }
}
