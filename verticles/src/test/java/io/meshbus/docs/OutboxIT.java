package io.meshbus.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.fabric.Fabric;
import io.meshbus.sdk.fabric.FabricOptions;
import io.meshbus.sdk.fabric.Kind;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.testing.LocalNats;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/FABRIC says of the outbox, on a real PostgreSQL and a real nats-server. */
class OutboxIT {
    private static final String CONFIG = """
            accounts {
              FABRIC { jetstream: enabled, users: [ { user: "fabric.s1", password: "pw" } ] }
              SYS { users: [ { user: sys, password: "pw" } ] }
            }
            system_account: SYS
            """;

    @Test
    void whatIsCommittedIsPublishedAndWhatIsNotIsNot(@TempDir Path directory) throws Exception {
        Vertx vertx = Vertx.vertx();
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start();
                LocalNats broker = LocalNats.start(directory, CONFIG)) {
            Pool pool = PgBuilder.pool()
                    .connectingTo(new PgConnectOptions()
                            .setPort(postgres.getPort())
                            .setHost("127.0.0.1")
                            .setUser("postgres")
                            .setDatabase("postgres"))
                    .using(vertx)
                    .build();
            get(pool.query(Outbox.TABLE).execute());
            get(pool.query("CREATE TABLE message (id TEXT PRIMARY KEY, tenant TEXT NOT NULL, text TEXT NOT NULL)")
                    .execute());
            Fabric fabric = get(Fabric.connect(vertx, options(broker)));
            get(fabric.ensureStream());
            List<String> seen = new CopyOnWriteArrayList<>();
            get(fabric.subscribeKind(Kind.MESSAGE_POSTED, event -> {
                seen.add(event.ref().rowId());
                return Future.succeededFuture();
            }));
            Outbox outbox = new Outbox(pool, fabric);
            get(outbox.post("t1", "m1", "hello"));
            await().until(() -> seen.contains("m1"));
            assertThatThrownBy(() -> get(outbox.post("t1", "m1", "again"))).isNotNull();
            get(pool.query("INSERT INTO message VALUES ('m2', 't1', 'x')").execute());
            get(pool.query("INSERT INTO outbox (tenant, kind, row_id) VALUES ('t1', 'message_posted', 'm2')")
                    .execute());
            assertThat(get(outbox.sweep())).isEqualTo(1);
            assertThat(get(outbox.sweep())).isZero();
            await().until(() -> seen.contains("m2"));
            assertThat(seen).containsExactly("m1", "m2");
            get(fabric.close());
            get(pool.close());
        } finally {
            get(vertx.close());
        }
    }

    private static FabricOptions options(LocalNats broker) {
        return FabricOptions.of(BusOptions.mesh(
                new PrincipalId("fabric.s1"), List.of(broker.url()), List.of(broker.pin()), Secret.of("pw")));
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
}
