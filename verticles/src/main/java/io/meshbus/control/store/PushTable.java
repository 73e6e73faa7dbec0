package io.meshbus.control.store;

import io.meshbus.control.store.Store.PushRecord;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Numbered definitions, and which of them nodes may still live by. */
final class PushTable {
    private PushTable() {}

    static Future<Long> add(Sql sql, String id, Instant now, String by, DefinitionSource source) {
        return sql.one(row -> row.getLong(0), "SELECT number FROM push WHERE id = ?", id)
                .compose(found -> found.isPresent()
                        ? Future.succeededFuture(found.get())
                        : Counters.next(sql, Counters.PUSH)
                                .compose(number -> insert(sql, number, id, now, by, source)));
    }

    private static Future<Long> insert(
            Sql sql, long number, String id, Instant now, String by, DefinitionSource source) {
        return sql.run(
                        "INSERT INTO push (number, id, pushed_by, at, source) VALUES (?, ?, ?, ?, ?)",
                        number,
                        id,
                        by,
                        now.toEpochMilli(),
                        Columns.json(source))
                .compose(done -> Counters.raise(sql))
                .compose(done -> AuditTable.append(sql, now, by, "push", "push=" + number + " id=" + id))
                .map(number);
    }

    static Future<Optional<PushRecord>> newest(Sql sql) {
        return list(sql, 1).map(pushes -> pushes.stream().findFirst());
    }

    static Future<Long> newestNumber(Sql sql) {
        return sql.number("SELECT COALESCE(MAX(number), 0) FROM push");
    }

    static Future<Optional<PushRecord>> one(Sql sql, long number) {
        return sql.one(PushTable::read, "SELECT * FROM push WHERE number = ?", number);
    }

    /** Newest first. */
    static Future<List<PushRecord>> list(Sql sql, int limit) {
        return sql.list(PushTable::read, "SELECT * FROM push ORDER BY number DESC LIMIT ?", (long) limit);
    }

    /** Push → enrolled nodes that may still live by it; the newest apart. */
    static Future<Map<Long, Set<NodeId>>> living(Sql sql, long newest) {
        record Pair(long push, NodeId node) {}
        return sql.list(
                        row -> new Pair(row.getLong("push"), Columns.node(row, "node")),
                        "SELECT l.push AS push, l.node AS node FROM living l JOIN node n ON n.id = l.node"
                                + " WHERE l.push < ? ORDER BY l.push, l.node",
                        newest)
                .map(pairs -> {
                    Map<Long, Set<NodeId>> living = new TreeMap<>();
                    pairs.forEach(pair -> living.computeIfAbsent(pair.push(), push -> new TreeSet<>())
                            .add(pair.node()));
                    return living;
                });
    }

    private static PushRecord read(Row row) {
        return new PushRecord(
                row.getLong("number"),
                row.getString("id"),
                row.getString("pushed_by"),
                Columns.instant(row, "at"),
                Columns.json(row, "source", DefinitionSource.class));
    }
}
