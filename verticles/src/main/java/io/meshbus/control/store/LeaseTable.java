package io.meshbus.control.store;

import io.meshbus.control.store.Leases.Lease;
import io.meshbus.control.store.Leases.Term;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Leases, and that a term of them still stands. */
final class LeaseTable {
    private LeaseTable() {}

    static Future<List<Lease>> all(Sql sql) {
        return sql.list(LeaseTable::read, "SELECT name, holder, fence, beat FROM lease ORDER BY name");
    }

    static Future<Optional<Term>> take(Sql sql, Set<String> names, String holder, Collection<Lease> dead) {
        return all(sql).compose(standing -> {
            boolean held = standing.stream()
                    .anyMatch(lease -> names.contains(lease.name()) && !lease.isFree() && !dead.contains(lease));
            return held
                    ? Future.succeededFuture(Optional.empty())
                    : Counters.next(sql, Counters.FENCE).compose(fence -> put(sql, new Term(names, fence), holder));
        });
    }

    private static Future<Optional<Term>> put(Sql sql, Term term, String holder) {
        Future<?> all = Future.succeededFuture();
        for (String name : term.names()) {
            all = all.compose(done -> sql.run(
                    "INSERT INTO lease (name, holder, fence, beat) VALUES (?, ?, ?, 0) ON CONFLICT (name)"
                            + " DO UPDATE SET holder = EXCLUDED.holder, fence = EXCLUDED.fence, beat = 0",
                    name,
                    holder,
                    term.fence()));
        }
        return all.map(done -> Optional.of(term));
    }

    static Future<Boolean> renew(Sql sql, Term term) {
        return sql.change("UPDATE lease SET beat = beat + 1 WHERE fence = ? AND holder <> ''", term.fence())
                .map(rows -> rows == term.names().size());
    }

    static Future<Void> release(Sql sql, Term term) {
        return sql.run("UPDATE lease SET holder = '' WHERE fence = ?", term.fence())
                .mapEmpty();
    }

    /** Whether the term stands; if so it does until this transaction ends, as whoever would take it waits for these rows. */
    static Future<Boolean> hold(Sql sql, Term term) {
        return sql.change("UPDATE lease SET fence = fence WHERE fence = ? AND holder <> ''", term.fence())
                .map(rows -> rows == term.names().size());
    }

    private static Lease read(Row row) {
        return new Lease(row.getString("name"), row.getString("holder"), row.getLong("fence"), row.getLong("beat"));
    }
}
