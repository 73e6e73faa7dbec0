package io.meshbus.control.store;

import io.meshbus.control.store.Store.Person;
import io.meshbus.sdk.account.Rights;
import io.meshbus.sdk.id.PersonId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;

/** Persons and their rights. */
final class PersonTable {
    private PersonTable() {}

    static Future<Void> put(Sql sql, Person person, Instant now, String by) {
        return sql.run(
                        "INSERT INTO person (id, rights, public_key, nkey, issued, expires) VALUES (?, ?, ?, ?, ?, ?)"
                                + " ON CONFLICT (id) DO UPDATE SET rights = EXCLUDED.rights,"
                                + " public_key = EXCLUDED.public_key, nkey = EXCLUDED.nkey, issued = EXCLUDED.issued,"
                                + " expires = EXCLUDED.expires",
                        person.id().value(),
                        Columns.json(person.rights()),
                        person.publicKey(),
                        person.nkey(),
                        person.issued().toEpochMilli(),
                        Columns.millis(person.expires()))
                .compose(done -> Counters.raise(sql))
                .compose(done -> AuditTable.append(
                        sql,
                        now,
                        by,
                        "person.issue",
                        "person=" + person.id() + " admin=" + person.rights().admin() + " tools="
                                + person.rights().tools() + " rights="
                                + person.rights().rights().stream().sorted().toList()));
    }

    static Future<Boolean> remove(Sql sql, PersonId id, Instant now, String by) {
        return sql.change("DELETE FROM person WHERE id = ?", id.value())
                .compose(rows -> rows == 0
                        ? Future.succeededFuture(false)
                        : Counters.raise(sql)
                                .compose(done -> AuditTable.append(sql, now, by, "person.revoke", "person=" + id))
                                .map(true));
    }

    static Future<List<PersonId>> expire(Sql sql, Instant now) {
        return sql.list(
                row -> new PersonId(row.getString(0)),
                "DELETE FROM person WHERE expires IS NOT NULL AND expires <= ? RETURNING id",
                now.toEpochMilli());
    }

    static Future<List<Person>> all(Sql sql) {
        return sql.list(PersonTable::read, "SELECT * FROM person ORDER BY id");
    }

    private static Person read(Row row) {
        return new Person(
                new PersonId(row.getString("id")),
                Columns.json(row, "rights", Rights.class),
                row.getString("public_key"),
                Columns.textOrNull(row, "nkey"),
                Columns.instant(row, "issued"),
                Columns.instantOrNull(row, "expires"));
    }
}
