package io.meshbus.control.store;

import io.meshbus.control.store.Store.Node;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.TokenId;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Enrolled machines. */
final class NodeTable {
    private NodeTable() {}

    /** A node enrolled anew starts its own count of reports anew, and lives by no earlier push. */
    static Future<Void> put(Sql sql, Node node) {
        return sql.run(
                        "INSERT INTO node (id, sealing_key, identity_key, token, enrolled, facts)"
                                + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
                                + " sealing_key = EXCLUDED.sealing_key, identity_key = EXCLUDED.identity_key,"
                                + " token = EXCLUDED.token, enrolled = EXCLUDED.enrolled, facts = EXCLUDED.facts",
                        node.id().value(),
                        node.sealingKey(),
                        node.identityKey(),
                        node.token().value(),
                        node.enrolled().toEpochMilli(),
                        node.facts().encode())
                .compose(done -> forget(sql, node.id()));
    }

    private static Future<Void> forget(Sql sql, NodeId id) {
        return sql.run("DELETE FROM report WHERE node = ?", id.value())
                .compose(done -> sql.run("DELETE FROM living WHERE node = ?", id.value()))
                .mapEmpty();
    }

    static Future<List<Node>> all(Sql sql) {
        return sql.list(NodeTable::read, "SELECT * FROM node ORDER BY id");
    }

    static Future<Optional<Node>> one(Sql sql, NodeId id) {
        return sql.one(NodeTable::read, "SELECT * FROM node WHERE id = ?", id.value());
    }

    static Future<Boolean> remove(Sql sql, NodeId id, Instant now, String by) {
        return sql.change("DELETE FROM node WHERE id = ?", id.value())
                .compose(rows -> rows == 0
                        ? Future.succeededFuture(false)
                        : forget(sql, id)
                                .compose(done -> sql.run("DELETE FROM declared WHERE node = ?", id.value()))
                                .compose(done -> sql.run("UPDATE token SET open = 0 WHERE node = ?", id.value()))
                                .compose(done -> Counters.raise(sql))
                                .compose(done -> AuditTable.append(sql, now, by, "node.remove", "node=" + id))
                                .map(true));
    }

    private static Node read(Row row) {
        return new Node(
                Columns.node(row, "id"),
                row.getString("sealing_key"),
                row.getString("identity_key"),
                new TokenId(row.getString("token")),
                Columns.instant(row, "enrolled"),
                new JsonObject(row.getString("facts")));
    }
}
