package io.meshbus.control.store;

import io.meshbus.control.store.Store.Reported;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.wire.Report;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The newest report of each node, ordered by the node's own counter (spec 3.1). */
final class ReportTable {
    private ReportTable() {}

    static Future<List<Boolean>> record(Sql sql, List<Reported> batch) {
        return counters(sql).compose(highest -> {
            Map<NodeId, Reported> newest = new LinkedHashMap<>();
            List<Boolean> recorded = new ArrayList<>(batch.size());
            for (Reported reported : batch) {
                Report report = reported.report();
                Long before = highest.get(report.node());
                boolean fresh = before != null && report.counter() > before;
                if (fresh) {
                    highest.put(report.node(), report.counter());
                    newest.put(report.node(), reported);
                }
                recorded.add(fresh);
            }
            return write(sql, List.copyOf(newest.values())).map(recorded);
        });
    }

    /** Of enrolled nodes only; -1 before the first report. */
    private static Future<Map<NodeId, Long>> counters(Sql sql) {
        record Counter(NodeId node, long counter) {}
        return sql.list(
                        row -> new Counter(Columns.node(row, "id"), row.getLong("counter")),
                        "SELECT n.id AS id, COALESCE(r.counter, -1) AS counter FROM node n"
                                + " LEFT JOIN report r ON r.node = n.id")
                .map(rows -> {
                    Map<NodeId, Long> counters = new HashMap<>();
                    rows.forEach(row -> counters.put(row.node(), row.counter()));
                    return counters;
                });
    }

    /** The guard in the statement holds also against another controller's transaction. */
    private static Future<Void> write(Sql sql, List<Reported> newest) {
        Future<Void> chain = sql.batch(
                "INSERT INTO report (node, counter, digest, outcome, body, stream_sequence, at)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (node) DO UPDATE SET counter = EXCLUDED.counter,"
                        + " digest = EXCLUDED.digest, outcome = EXCLUDED.outcome, body = EXCLUDED.body,"
                        + " stream_sequence = EXCLUDED.stream_sequence, at = EXCLUDED.at"
                        + " WHERE report.counter < EXCLUDED.counter",
                newest.stream().map(ReportTable::row).toList());
        for (Reported reported : newest) {
            if (reported.report().outcome() == Report.Outcome.CONVERGED) {
                chain = chain.compose(done ->
                                DeclaredTable.converge(sql, reported.report().node()))
                        .mapEmpty();
            }
        }
        return chain;
    }

    private static Tuple row(Reported reported) {
        Report report = reported.report();
        return Tuple.wrap(List.of(
                report.node().value(),
                report.counter(),
                report.digest(),
                report.outcome().name(),
                Columns.json(report),
                reported.streamSequence(),
                reported.at().toEpochMilli()));
    }

    static Future<Map<NodeId, Reported>> all(Sql sql) {
        return sql.list(ReportTable::read, "SELECT * FROM report ORDER BY node").map(rows -> {
            Map<NodeId, Reported> byNode = new LinkedHashMap<>();
            rows.forEach(reported -> byNode.put(reported.report().node(), reported));
            return byNode;
        });
    }

    private static Reported read(Row row) {
        return new Reported(
                Columns.json(row, "body", Report.class), row.getLong("stream_sequence"), Columns.instant(row, "at"));
    }
}
