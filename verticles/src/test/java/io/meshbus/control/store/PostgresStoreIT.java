package io.meshbus.control.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.meshbus.control.store.Store.AuditEntry;
import io.meshbus.control.store.Store.Token;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.secret.Secret;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The same contract on a real PostgreSQL, and what only two writers at once can show. */
class PostgresStoreIT extends LeaseContract {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Secret MESH_KEY = Secret.mint(RANDOM);
    private static EmbeddedPostgres server;
    private static int databases;

    private String database = "";

    @BeforeAll
    static void start() throws IOException {
        server = EmbeddedPostgres.builder()
                .setServerConfig("max_connections", "30")
                .start();
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    @BeforeEach
    @Override
    void open() throws Exception {
        database = "mesh" + ++databases;
        run("CREATE DATABASE " + database);
        super.open();
    }

    private static void run(String statement) throws SQLException {
        try (Connection c = server.getPostgresDatabase().getConnection()) {
            c.createStatement().execute(statement);
        }
    }

    @Override
    Store newStore(Vertx v) {
        return new SqlStore(
                v,
                server("postgresql://postgres@127.0.0.1:" + server.getPort() + "/" + database),
                new AtRest(MESH_KEY, RANDOM),
                StoreContract::read,
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @Override
    void tamper(String statement) throws SQLException {
        try (Connection c = server.getDatabase("postgres", database).getConnection()) {
            c.createStatement().execute(statement);
        }
    }

    @Test
    void twoWritersAtOnceLoseNothingAndCountNothingTwice() throws Exception {
        Store other = newStore(vertx);
        await(other.open());
        long before = await(store.revision());
        List<Future<?>> writes = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            writes.add((i % 2 == 0 ? store : other).addToken(token("w" + i), "admin"));
        }
        await(Future.all(writes));

        assertThat(await(store.revision())).isEqualTo(before + 60);
        List<AuditEntry> trail = await(store.auditTail(Long.MAX_VALUE, 100));
        assertThat(trail).hasSize(60);
        assertThat(trail.stream().map(AuditEntry::number).sorted())
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 60).boxed().toList());
        await(other.close());
    }

    @Test
    void oneTokenAtTwoControllersAdmitsOne() throws Exception {
        Store other = newStore(vertx);
        await(other.open());
        await(store.addToken(token(), "admin"));

        Future<Boolean> one = store.spend(T1, node("a"));
        Future<Boolean> two = other.spend(T1, node("b"));
        assertThat(List.of(await(one), await(two))).containsExactlyInAnyOrder(true, false);
        await(other.close());
    }

    @Test
    void aServerThatEndsItsSessionsIsAStoreAwayAndThenBack() throws Exception {
        await(store.addToken(token(), "admin"));
        run("ALTER DATABASE " + database + " ALLOW_CONNECTIONS false");
        run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + database + "'");
        assertThat(catchThrowable(() -> await(store.tokens()))).hasMessageContaining("[STORE_AWAY]");
        run("ALTER DATABASE " + database + " ALLOW_CONNECTIONS true");
        assertThat(await(store.tokens().recover(fault -> store.tokens()))).hasSize(1);
    }

    @Test
    void aServerThatIsNotThereIsAStoreAwayWithItsAddress() {
        Store away = new SqlStore(
                vertx,
                server("postgresql://mesh@127.0.0.1:1/mesh"),
                new AtRest(MESH_KEY, RANDOM),
                StoreContract::read,
                Clock.systemUTC());
        assertThat(catchThrowable(() -> await(away.open())))
                .hasMessageContaining("[STORE_AWAY]")
                .hasMessageContaining("postgresql://mesh@127.0.0.1:1/mesh")
                .hasMessageNotContaining(MESH_KEY.revealText());
    }

    private static StoreConfig server(String url) {
        return new StoreConfig.Server(PostgresAddress.parse(url), MESH_KEY);
    }

    private static Token token(String id) {
        Token like = token();
        return new Token(
                new TokenId(id),
                like.node(),
                like.proofKey(),
                like.passwordHash(),
                like.issued(),
                like.expires(),
                like.state(),
                like.sealingKey(),
                like.identityKey(),
                like.requests(),
                like.open());
    }
}
