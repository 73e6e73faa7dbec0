package io.meshbus.docs;

import io.meshbus.sdk.fabric.Fabric;
import io.meshbus.sdk.fabric.Kind;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;

/** The outbox of docs/FABRIC: the change and its note in one transaction, published after it, swept for what was missed. */
final class Outbox {
    static final String TABLE = """
            CREATE TABLE outbox (
              id BIGSERIAL PRIMARY KEY, tenant TEXT NOT NULL, kind TEXT NOT NULL, row_id TEXT NOT NULL)""";
    private static final int SWEPT_AT_ONCE = 100;

    private final Pool pool;
    private final Fabric fabric;

    Outbox(Pool pool, Fabric fabric) {
        this.pool = pool;
        this.fabric = fabric;
    }

    Future<Void> post(String tenant, String message, String text) {
        return pool.withTransaction(transaction -> transaction
                        .preparedQuery("INSERT INTO message (id, tenant, text) VALUES ($1, $2, $3)")
                        .execute(Tuple.of(message, tenant, text))
                        .compose(done -> note(transaction, tenant, message)))
                .compose(this::publish);
    }

    private static Future<RowSet<Row>> note(SqlConnection transaction, String tenant, String message) {
        return transaction
                .preparedQuery("INSERT INTO outbox (tenant, kind, row_id) VALUES ($1, $2, $3) RETURNING *")
                .execute(Tuple.of(tenant, Kind.MESSAGE_POSTED.wireName(), message));
    }

    Future<Integer> sweep() {
        return pool.preparedQuery("SELECT * FROM outbox ORDER BY id LIMIT $1")
                .execute(Tuple.of(SWEPT_AT_ONCE))
                .compose(rows -> publish(rows).map(rows.size()));
    }

    private Future<Void> publish(RowSet<Row> notes) {
        Future<Void> all = Future.succeededFuture();
        for (Row note : notes) {
            all = all.compose(before -> publish(note));
        }
        return all;
    }

    private Future<Void> publish(Row note) {
        Kind kind = Kind.of(note.getString("kind")).orElseThrow();
        String revision = Long.toString(note.getLong("id"));
        return fabric.publish(note.getString("tenant"), kind, note.getString("row_id"), revision)
                .compose(stored ->
                        pool.preparedQuery("DELETE FROM outbox WHERE id = $1").execute(Tuple.of(note.getLong("id"))))
                .mapEmpty();
    }
}
