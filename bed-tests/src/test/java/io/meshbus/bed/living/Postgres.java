package io.meshbus.bed.living;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A real PostgreSQL that is stopped and started again on the same data and port. */
final class Postgres implements AutoCloseable {
    private final Path data;
    private int port;
    private @Nullable EmbeddedPostgres server;

    Postgres(Path data) {
        this.data = data;
        start();
    }

    String url() {
        return "postgresql://postgres@127.0.0.1:" + port + "/postgres";
    }

    /** What a query of one number gives. */
    long number(String query) throws SQLException {
        try (Connection connection =
                        Objects.requireNonNull(server).getPostgresDatabase().getConnection();
                ResultSet rows = connection.createStatement().executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    void start() {
        try {
            EmbeddedPostgres started = EmbeddedPostgres.builder()
                    .setDataDirectory(data)
                    .setCleanDataDirectory(false)
                    .setPort(port)
                    .start();
            server = started;
            port = started.getPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void stop() {
        EmbeddedPostgres running = server;
        server = null;
        if (running != null) {
            try {
                running.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        stop();
    }
}
