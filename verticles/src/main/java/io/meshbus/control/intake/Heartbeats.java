package io.meshbus.control.intake;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.intake.rules.Quiet;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.Subscription;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.MeshSubject;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Alive;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Heartbeats, in memory only: they are worth nothing after a restart. On one context. */
final class Heartbeats {
    private static final Logger LOG = LoggerFactory.getLogger(Heartbeats.class);
    /** Names kept; a mesh is smaller, an attacker is not. */
    private static final int NODES_MAX = 100_000;

    private final Vertx vertx;
    private final Clock clock;
    private final Duration quietAfter;
    private final Instant since;
    private final Map<NodeId, Heard> heard = new TreeMap<>();

    Heartbeats(Vertx vertx, Clock clock, Duration quietAfter) {
        this.vertx = vertx;
        this.clock = clock;
        this.quietAfter = quietAfter;
        this.since = clock.instant();
    }

    private record Heard(Instant at, Alive alive) {}

    Future<Subscription> start(Bus mesh) {
        return mesh.subscribe(Subjects.ALL_ALIVE, this::hear);
    }

    private void hear(Message message) {
        try {
            Alive alive = WireCodec.decode(message.body(), Alive.class);
            if (!message.subject().equals(Subjects.alive(alive.node()))
                    || !(MeshSubject.parse(message.subject()) instanceof MeshSubject.Alive)) {
                LOG.warn("heartbeat-refused subject={} says={}", message.subject(), alive.node());
                return;
            }
            if (heard.size() < NODES_MAX || heard.containsKey(alive.node())) {
                heard.put(alive.node(), new Heard(clock.instant(), alive));
            }
            vertx.eventBus().publish(ControlAddress.HEARD, alive.node().value());
        } catch (ProblemException e) {
            LOG.warn("heartbeat-unreadable why={}", e.problem().line());
        }
    }

    JsonObject state() {
        Instant now = clock.instant();
        JsonObject nodes = new JsonObject();
        heard.forEach((node, h) -> nodes.put(
                node.value(),
                new JsonObject()
                        .put("lastSeen", h.at().toString())
                        .put("quiet", Quiet.isQuiet(h.at(), since, now, quietAfter))
                        .put("load", h.alive().load())
                        .put("version", h.alive().version())
                        .put("digest", h.alive().digest())));
        return nodes;
    }

    /** Whether a node never heard since this controller started counts as quiet already. */
    boolean unheardIsQuiet() {
        return Quiet.isQuiet(null, since, clock.instant(), quietAfter);
    }
}
