package io.meshbus.control.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.meshbus.sdk.secret.Secret;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreTest extends LeaseContract {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Secret MESH_KEY = Secret.mint(RANDOM);

    @TempDir
    Path directory;

    private Path file() {
        return directory.resolve("store").resolve("mesh.db");
    }

    @Override
    Store newStore(Vertx v) {
        return new SqlStore(
                v,
                StoreConfig.embedded(file()),
                new AtRest(MESH_KEY, RANDOM),
                StoreContract::read,
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @Override
    void tamper(String statement) throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file() + "?busy_timeout=5000")) {
            c.createStatement().execute(statement);
        }
    }

    @Test
    void itsFilesAreItsOwnersAlone() throws Exception {
        enrol();
        try (Stream<Path> files = Files.list(file().getParent())) {
            assertThat(files.toList())
                    .isNotEmpty()
                    .allSatisfy(f -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(f)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void remembersAcrossARestart() throws Exception {
        enrol();
        await(store.addPush("a", "admin", source("one")));
        await(store.close());
        store = newStore(vertx);
        await(store.open());
        assertThat(await(store.node(N1))).contains(node("a"));
        assertThat(desired().mesh().definitions()).hasSize(1);
        assertThat(desired().push()).isEqualTo(1);
    }

    @Test
    void holdsNoProofKeyInClear() throws Exception {
        await(store.addToken(token(), "admin"));
        await(store.close());
        assertThat(new String(Files.readAllBytes(file()), StandardCharsets.ISO_8859_1))
                .contains("t1");
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file());
                var rows = c.createStatement().executeQuery("SELECT proof_key FROM token")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).doesNotContain(token().proofKey());
        }
    }

    @Test
    void refusesASchemaThatIsNewerThanTheProgram() throws Exception {
        await(store.close());
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file())) {
            c.createStatement()
                    .execute("INSERT INTO flyway_schema_history VALUES (99, '99', 'later', 'SQL', 'V99__later.sql', 1,"
                            + " 'x', CURRENT_TIMESTAMP, 1, 1)");
        }
        assertThat(catchThrowable(() -> await(newStore(vertx).open())))
                .hasMessageContaining("made by a newer meshbus")
                .hasMessageContaining("[CONFIG_INVALID]");
    }

    @Test
    void aFileThatIsNoDatabaseIsAStoreAwayWithItsReason() throws Exception {
        Path other = directory.resolve("other").resolve("mesh.db");
        Files.createDirectories(other.getParent());
        Files.writeString(other, "this is not a database at all, only some words of text");
        Store broken = new SqlStore(
                vertx,
                StoreConfig.embedded(other),
                new AtRest(MESH_KEY, RANDOM),
                StoreContract::read,
                Clock.systemUTC());
        assertThat(catchThrowable(() -> await(broken.open()))).hasMessageContaining("[STORE_AWAY]");
    }

    @Test
    void aWriterOfAnotherProcessMakesItWaitNotFail() throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:sqlite:" + file())) {
            c.createStatement().execute("BEGIN IMMEDIATE");
            var waiting = store.addToken(token(), "admin");
            boolean done = await(vertx.timer(200).map(fired -> waiting.isComplete()));
            assertThat(done).isFalse();
            c.createStatement().execute("COMMIT");
            await(waiting);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        assertThat(await(store.tokens())).hasSize(1);
    }
}
