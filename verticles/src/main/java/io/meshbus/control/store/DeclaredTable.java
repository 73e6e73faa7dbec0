package io.meshbus.control.store;

import io.meshbus.control.store.Store.Declared;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.wire.Report;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.LinkedHashMap;
import java.util.Map;

/** What was last published for each node, and by which pushes it may live. */
final class DeclaredTable {
    /** Pushes remembered for a node that does not converge: its last converged one and the newest of the rest. */
    static final int LIVING_PUSHES_MAX = 16;

    private DeclaredTable() {}

    static Future<Map<NodeId, Declared>> all(Sql sql) {
        return sql.list(DeclaredTable::read, "SELECT * FROM declared ORDER BY node")
                .map(rows -> {
                    Map<NodeId, Declared> byNode = new LinkedHashMap<>();
                    rows.forEach(declared -> byNode.put(declared.node(), declared));
                    return byNode;
                });
    }

    static Future<Void> put(Sql sql, Declared declared) {
        String node = declared.node().value();
        return sql.run(
                        "INSERT INTO declared (node, digest, epoch, sequence, push, at) VALUES (?, ?, ?, ?, ?, ?)"
                                + " ON CONFLICT (node) DO UPDATE SET digest = EXCLUDED.digest,"
                                + " epoch = EXCLUDED.epoch, sequence = EXCLUDED.sequence, push = EXCLUDED.push,"
                                + " at = EXCLUDED.at",
                        node,
                        declared.digest(),
                        declared.epoch(),
                        declared.sequence(),
                        declared.push(),
                        declared.at().toEpochMilli())
                .compose(done -> sql.run(
                        "INSERT INTO living (node, push) VALUES (?, ?) ON CONFLICT (node, push) DO NOTHING",
                        node,
                        declared.push()))
                .compose(done -> bound(sql, node))
                .compose(done -> converge(sql, declared.node()))
                .mapEmpty();
    }

    private static Future<Void> bound(Sql sql, String node) {
        return sql.run(
                        "DELETE FROM living WHERE node = ? AND push <> (SELECT MIN(push) FROM living WHERE node = ?)"
                                + " AND push NOT IN (SELECT push FROM living WHERE node = ? ORDER BY push DESC LIMIT ?)",
                        node,
                        node,
                        node,
                        (long) LIVING_PUSHES_MAX)
                .mapEmpty();
    }

    /**
     * A node whose newest report says converged on what is declared lives by that declaration's push alone; forgetting
     * the older ones changes desired state.
     */
    static Future<Boolean> converge(Sql sql, NodeId node) {
        return sql.change(
                        "DELETE FROM living WHERE node = ? AND push < (SELECT d.push FROM declared d JOIN report r"
                                + " ON r.node = d.node AND r.digest = d.digest AND r.outcome = ? WHERE d.node = ?)",
                        node.value(),
                        Report.Outcome.CONVERGED.name(),
                        node.value())
                .compose(rows -> rows == 0
                        ? Future.succeededFuture(false)
                        : Counters.raise(sql).map(true));
    }

    private static Declared read(Row row) {
        return new Declared(
                Columns.node(row, "node"),
                row.getString("digest"),
                row.getLong("epoch"),
                row.getLong("sequence"),
                row.getLong("push"),
                Columns.instant(row, "at"));
    }
}
