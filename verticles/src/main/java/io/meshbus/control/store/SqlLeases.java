package io.meshbus.control.store;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Leases on SQL: every method is one transaction. */
record SqlLeases(Database database) implements Leases {
    @Override
    public Future<List<Lease>> all() {
        return database.transaction(LeaseTable::all);
    }

    @Override
    public Future<Optional<Term>> take(Set<String> names, String holder, Collection<Lease> dead) {
        return database.transaction(sql -> LeaseTable.take(sql, names, holder, dead));
    }

    @Override
    public Future<Boolean> renew(Term term) {
        return database.transaction(sql -> LeaseTable.renew(sql, term));
    }

    @Override
    public Future<Void> release(Term term) {
        return database.transaction(sql -> LeaseTable.release(sql, term));
    }
}
