package io.meshbus.control.store;

import io.vertx.core.Vertx;
import io.vertx.jdbcclient.JDBCConnectOptions;
import io.vertx.jdbcclient.JDBCPool;
import io.vertx.sqlclient.Pool;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.Objects;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/** The embedded database: one file, one connection, so writes are serialised. */
record SqliteEngine(StoreConfig.Embedded config) implements Engine {
    /** SQLITE_BUSY, whatever its extended code. */
    private static final int BUSY = 5;

    @Override
    public String where() {
        return config.file().toString();
    }

    @Override
    public String remedy() {
        return "check its disk and its file; what arrives meanwhile is held";
    }

    /** The engine gives its other files the mode of this one. */
    @Override
    public void prepare() throws IOException {
        Path file = config.file();
        Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file has a directory");
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Override
    public FluentConfiguration migrations(FluentConfiguration flyway) {
        return flyway.dataSource(jdbcUrl(), null, null);
    }

    @Override
    public Pool pool(Vertx vertx) {
        return JDBCPool.pool(vertx, new JDBCConnectOptions().setJdbcUrl(jdbcUrl()), Engine.poolOptions(1));
    }

    /**
     * WAL with a full sync: what was committed survives a power cut (spec 3.1: acknowledged means recorded). A transaction is
     * deferred, as the client begins the next one when it ends one: an immediate one would hold the lock for writing for as
     * long as nothing happens.
     */
    private String jdbcUrl() {
        return "jdbc:sqlite:" + config.file().toAbsolutePath()
                + "?journal_mode=WAL&synchronous=FULL&foreign_keys=true"
                + "&transaction_mode=DEFERRED&busy_timeout="
                + config.busyTimeout().toMillis();
    }

    @Override
    public String placeholders(String statement) {
        return statement;
    }

    /** Another process wrote between our reading and our writing. */
    @Override
    public boolean collided(Throwable fault) {
        return fault instanceof SQLException refusal && refusal.getErrorCode() == BUSY;
    }

    @Override
    public boolean misused(Throwable fault) {
        return false;
    }
}
