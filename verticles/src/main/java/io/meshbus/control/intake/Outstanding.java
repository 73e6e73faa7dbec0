package io.meshbus.control.intake;

import io.meshbus.control.intake.rules.Staleness;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.subject.Digest;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Report;
import io.vertx.core.Future;
import java.util.LinkedHashMap;
import java.util.Map;

/** Which declaration is published for each node, remembered and read again whenever a report says otherwise. */
final class Outstanding {
    private static final int NODES_KEPT = 20_000;

    private final Bus streams;
    private final Map<NodeId, String> digests = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<NodeId, String> eldest) {
            return size() > NODES_KEPT;
        }
    };

    Outstanding(Bus streams) {
        this.streams = streams;
    }

    /** Fails when NODES cannot be read: then the report is held. */
    Future<Boolean> isStale(Report report) {
        String known = digests.get(report.node());
        if (known != null && !Staleness.isStale(report, known)) {
            return Future.succeededFuture(false);
        }
        return streams.last(Streams.NODES, Subjects.declare(report.node())).map(found -> {
            String digest = found.map(
                            stored -> Digest.sha256(stored.message().body().getBytes()))
                    .orElse("");
            digests.put(report.node(), digest);
            return Staleness.isStale(report, digest);
        });
    }
}
