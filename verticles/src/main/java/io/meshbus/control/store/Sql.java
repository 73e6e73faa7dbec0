package io.meshbus.control.store;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Statements of one transaction, written with {@code ?} for both engines. */
final class Sql {
    private static final String READING = "SELECT";

    private final SqlClient client;
    private final Function<String, String> placeholders;
    private final Supplier<Future<Void>> beforeWriting;
    private @Nullable Future<Void> mayWrite;

    /** @param placeholders turns {@code ?} into what the engine's client wants */
    Sql(SqlClient client, Function<String, String> placeholders) {
        this(client, placeholders, Future::succeededFuture);
    }

    private Sql(SqlClient client, Function<String, String> placeholders, Supplier<Future<Void>> beforeWriting) {
        this.client = client;
        this.placeholders = placeholders;
        this.beforeWriting = beforeWriting;
    }

    /** The same transaction, whose writes the fence lets through. */
    Sql behind(Fence fence) {
        return new Sql(client, placeholders, () -> fence.byLease(this));
    }

    /** Asked once a transaction, before its first write. */
    private Future<Void> mayWrite() {
        Future<Void> asked = mayWrite;
        if (asked == null) {
            asked = beforeWriting.get();
            mayWrite = asked;
        }
        return asked;
    }

    Future<RowSet<Row>> run(String statement, @Nullable Object... args) {
        return statement.startsWith(READING)
                ? execute(statement, args)
                : mayWrite().compose(may -> execute(statement, args));
    }

    private Future<RowSet<Row>> execute(String statement, @Nullable Object... args) {
        return client.preparedQuery(placeholders.apply(statement)).execute(Tuple.wrap(args));
    }

    /** How many rows an INSERT, UPDATE or DELETE without RETURNING touched. */
    Future<Integer> change(String statement, @Nullable Object... args) {
        return run(statement, args).map(RowSet::rowCount);
    }

    Future<Void> batch(String statement, List<Tuple> rows) {
        return rows.isEmpty()
                ? Future.succeededFuture()
                : mayWrite()
                        .compose(may -> client.preparedQuery(placeholders.apply(statement))
                                .executeBatch(rows))
                        .mapEmpty();
    }

    <T> Future<List<T>> list(Function<Row, T> read, String statement, @Nullable Object... args) {
        return run(statement, args)
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(read)
                        .toList());
    }

    <T> Future<Optional<T>> one(Function<Row, T> read, String statement, @Nullable Object... args) {
        return list(read, statement, args).map(rows -> rows.stream().findFirst());
    }

    /** One number; the row is there by the schema. */
    Future<Long> number(String statement, @Nullable Object... args) {
        return one(row -> row.getLong(0), statement, args).map(Optional::orElseThrow);
    }

    /** {@code $1, $2, …} as PostgreSQL's own protocol wants; no statement here holds a literal question mark. */
    static String numbered(String statement) {
        StringBuilder out = new StringBuilder(statement.length() + 16);
        int n = 0;
        for (int i = 0; i < statement.length(); i++) {
            char c = statement.charAt(i);
            if (c == '?') {
                out.append('$').append(++n);
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
