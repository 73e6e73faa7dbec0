package io.meshbus.control.store;

import io.meshbus.control.store.Store.AuditEntry;
import io.meshbus.sdk.subject.Digest;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;

/** Append-only; each row's hash covers the row and the hash before it (spec 3.12). */
final class AuditTable {
    private static final long PAGE = 1_000;

    private AuditTable() {}

    /** In the transaction of what it tells of; the counter's row lock keeps the chain one chain. */
    static Future<Void> append(Sql sql, Instant at, String by, String what, String detail) {
        return Counters.next(sql, Counters.AUDIT)
                .compose(number -> hashOf(sql, number - 1)
                        .compose(before -> Counters.value(sql, Counters.REVISION)
                                .compose(revision -> sql.run(
                                        "INSERT INTO audit (number, at, done_by, what, detail, revision, hash)"
                                                + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                                        number,
                                        at.toEpochMilli(),
                                        by,
                                        what,
                                        detail,
                                        revision,
                                        hash(before, number, at, by, what, detail, revision)))))
                .mapEmpty();
    }

    private static Future<String> hashOf(Sql sql, long number) {
        return sql.one(row -> row.getString(0), "SELECT hash FROM audit WHERE number = ?", number)
                .map(found -> found.orElse(""));
    }

    static String hash(String before, long number, Instant at, String by, String what, String detail, long revision) {
        return Digest.sha256(Columns.json(List.of(before, number, at.toEpochMilli(), by, what, detail, revision)));
    }

    static Future<List<AuditEntry>> tail(Sql sql, long before, int limit) {
        return sql.list(
                AuditTable::read, "SELECT * FROM audit WHERE number < ? ORDER BY number DESC LIMIT ?", before, (long)
                        limit);
    }

    /** The rows behind a number, oldest first. */
    static Future<List<AuditEntry>> page(Sql sql, long after) {
        return sql.list(AuditTable::read, "SELECT * FROM audit WHERE number > ? ORDER BY number LIMIT ?", after, PAGE);
    }

    static boolean fits(AuditEntry entry, String before) {
        return entry.hash()
                .equals(hash(
                        before,
                        entry.number(),
                        entry.at(),
                        entry.by(),
                        entry.what(),
                        entry.detail(),
                        entry.revision()));
    }

    private static AuditEntry read(Row row) {
        return new AuditEntry(
                row.getLong("number"),
                Columns.instant(row, "at"),
                row.getString("done_by"),
                row.getString("what"),
                row.getString("detail"),
                row.getLong("revision"),
                row.getString("hash"));
    }
}
