package io.meshbus.control.store;

import io.meshbus.control.store.Store.PrincipalSecret;
import io.meshbus.control.store.Store.Retiring;
import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.id.PrincipalId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Hashes and sealed copies of principals' secrets; nothing here can be opened by the controller. */
final class SecretTable {
    private SecretTable() {}

    static Future<Map<PrincipalId, PrincipalSecret>> all(Sql sql) {
        return sql.list(SecretTable::read, "SELECT * FROM principal_secret ORDER BY id")
                .map(secrets -> {
                    Map<PrincipalId, PrincipalSecret> byId = new LinkedHashMap<>();
                    secrets.forEach(secret -> byId.put(secret.id(), secret));
                    return byId;
                });
    }

    static Future<Optional<PrincipalSecret>> one(Sql sql, PrincipalId id) {
        return sql.one(SecretTable::read, "SELECT * FROM principal_secret WHERE id = ?", id.value());
    }

    static Future<Void> put(Sql sql, List<PrincipalSecret> secrets) {
        return sql.batch(
                        "INSERT INTO principal_secret (id, hash, sealed, owner_key) VALUES (?, ?, ?, ?) ON CONFLICT (id)"
                                + " DO UPDATE SET hash = EXCLUDED.hash, sealed = EXCLUDED.sealed,"
                                + " owner_key = EXCLUDED.owner_key",
                        secrets.stream()
                                .map(s -> Tuple.of(s.id().value(), s.hash(), s.sealed(), s.ownerKey()))
                                .toList())
                .compose(done -> sql.batch(
                        "INSERT INTO nkey_used (id, principal) VALUES (?, ?) ON CONFLICT (id) DO NOTHING",
                        secrets.stream()
                                .filter(s -> HandedCredential.numberOf(s.sealed()) >= 0)
                                .map(s -> Tuple.of(s.hash(), s.id().value()))
                                .toList()));
    }

    static Future<Set<String>> usedNkeys(Sql sql) {
        return sql.list(row -> row.getString(0), "SELECT id FROM nkey_used").map(HashSet::new);
    }

    static Future<Void> remove(Sql sql, List<PrincipalId> ids) {
        return sql.batch(
                        "DELETE FROM principal_secret WHERE id = ?",
                        ids.stream().map(id -> Tuple.of(id.value())).toList())
                .compose(done -> sql.batch(
                        "DELETE FROM retiring_secret WHERE id = ?",
                        ids.stream().map(id -> Tuple.of(id.value())).toList()));
    }

    static Future<List<Retiring>> retiring(Sql sql) {
        return sql.list(
                row -> new Retiring(
                        new PrincipalId(row.getString("id")),
                        row.getString("hash"),
                        row.getString("sealed"),
                        Columns.instantOrNull(row, "ends")),
                "SELECT * FROM retiring_secret ORDER BY id, hash");
    }

    static Future<Void> rotate(Sql sql, List<PrincipalSecret> fresh, @Nullable Instant ends, Instant now, String by) {
        return sql.batch(
                        "INSERT INTO retiring_secret (id, hash, sealed, ends)"
                                + " SELECT id, hash, sealed, CAST(? AS BIGINT) FROM principal_secret WHERE id = ?"
                                + " ON CONFLICT (id, hash) DO NOTHING",
                        fresh.stream()
                                .map(s -> Tuple.of(Columns.millis(ends), s.id().value()))
                                .toList())
                .compose(done -> put(sql, fresh))
                .compose(done -> Counters.raise(sql))
                .compose(done -> AuditTable.append(
                        sql,
                        now,
                        by,
                        "accounts.rotate",
                        "principals=" + fresh.stream().map(PrincipalSecret::id).toList()));
    }

    static Future<Void> retire(Sql sql, List<Retiring> over) {
        return sql.batch(
                        "DELETE FROM retiring_secret WHERE id = ? AND hash = ?",
                        over.stream()
                                .map(old -> Tuple.of(old.id().value(), old.hash()))
                                .toList())
                .compose(done -> Counters.raise(sql))
                .mapEmpty();
    }

    private static PrincipalSecret read(Row row) {
        return new PrincipalSecret(
                new PrincipalId(row.getString("id")),
                row.getString("hash"),
                row.getString("sealed"),
                row.getString("owner_key"));
    }
}
