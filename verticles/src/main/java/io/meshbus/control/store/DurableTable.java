package io.meshbus.control.store;

import io.meshbus.control.store.Store.DurableMark;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is remembered of modules' durables. */
final class DurableTable {
    private DurableTable() {}

    static Future<Map<String, DurableMark>> all(Sql sql) {
        return sql.list(DurableTable::read, "SELECT * FROM durable ORDER BY name")
                .map(rows -> {
                    Map<String, DurableMark> byName = new LinkedHashMap<>();
                    rows.forEach(mark -> byName.put(mark.name(), mark));
                    return byName;
                });
    }

    static Future<Void> put(Sql sql, List<DurableMark> marks) {
        return sql.batch(
                "INSERT INTO durable (name, floor, stream_created, unwanted) VALUES (?, ?, ?, ?)"
                        + " ON CONFLICT (name) DO UPDATE SET floor = EXCLUDED.floor,"
                        + " stream_created = EXCLUDED.stream_created, unwanted = EXCLUDED.unwanted",
                marks.stream().map(DurableTable::row).toList());
    }

    private static Tuple row(DurableMark mark) {
        Instant unwanted = mark.unwanted();
        return Tuple.wrap(Arrays.asList(
                mark.name(),
                mark.floor(),
                mark.streamCreated().toEpochMilli(),
                unwanted == null ? null : unwanted.toEpochMilli()));
    }

    static Future<Void> remove(Sql sql, String name) {
        return sql.run("DELETE FROM durable WHERE name = ?", name).mapEmpty();
    }

    private static DurableMark read(Row row) {
        Long unwanted = row.getLong("unwanted");
        return new DurableMark(
                row.getString("name"),
                row.getLong("floor"),
                Columns.instant(row, "stream_created"),
                unwanted == null ? null : Instant.ofEpochMilli(unwanted));
    }
}
