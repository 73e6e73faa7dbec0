package io.meshbus.control.store;

import io.vertx.core.Future;

/** Numbers that only rise, each a row that the transaction raising it holds until it ends. */
final class Counters {
    static final String REVISION = "revision";
    static final String PUSH = "push";
    static final String AUDIT = "audit";
    static final String EPOCH = "epoch";
    static final String NODES_CREATED = "nodes_created";
    static final String FENCE = "fence";

    private Counters() {}

    static Future<Long> value(Sql sql, String name) {
        return sql.number("SELECT value FROM counter WHERE name = ?", name);
    }

    static Future<Long> next(Sql sql, String name) {
        return sql.number("UPDATE counter SET value = value + 1 WHERE name = ? RETURNING value", name);
    }

    /** Desired state has changed. */
    static Future<Long> raise(Sql sql) {
        return next(sql, REVISION);
    }

    static Future<Long> reached(Sql sql, String reconciler) {
        return sql.one(row -> row.getLong(0), "SELECT revision FROM progress WHERE reconciler = ?", reconciler)
                .map(found -> found.orElse(0L));
    }

    static Future<Void> reach(Sql sql, String reconciler, long revision) {
        return sql.run(
                        "INSERT INTO progress (reconciler, revision) VALUES (?, ?) ON CONFLICT (reconciler)"
                                + " DO UPDATE SET revision = EXCLUDED.revision"
                                + " WHERE progress.revision < EXCLUDED.revision",
                        reconciler,
                        revision)
                .mapEmpty();
    }

    /** A younger stream than noted is a new one: its sequences start again, so the epoch rises (spec 3.2). */
    static Future<Long> noteNodesCreated(Sql sql, long created) {
        return value(sql, NODES_CREATED).compose(noted -> {
            if (created <= noted) {
                return value(sql, EPOCH);
            }
            Future<?> kept = sql.run("UPDATE counter SET value = ? WHERE name = ?", created, NODES_CREATED);
            return noted == 0
                    ? kept.compose(done -> value(sql, EPOCH))
                    : kept.compose(done -> raise(sql)).compose(done -> next(sql, EPOCH));
        });
    }
}
