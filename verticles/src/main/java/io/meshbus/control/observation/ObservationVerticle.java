package io.meshbus.control.observation;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.ControllerConfig;
import io.meshbus.control.ObservedMesh;
import io.meshbus.control.store.Store;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.wire.NodeCondition;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only writer of the bucket {@code mesh_state} (spec 2.3). Level-triggered: looks when something is said to have
 * changed, at most twice a second, and in any case at every heartbeat's interval. A change is told first and written then, so
 * that a crash between the two repeats the event, under the same id, and loses none.
 */
public final class ObservationVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(ObservationVerticle.class);
    private static final EventName NODE_CHANGED = new EventName("node_changed");
    private static final EventName MODULE_CHANGED = new EventName("module_changed");
    /** What changes within it is one change. */
    private static final long SETTLE_MILLIS = 500;
    /** Changes told at a time. */
    private static final int AT_ONCE_MAX = 64;

    private final ControllerConfig config;
    private final Bus mesh;
    private final Bus streams;
    private final Store store;
    private final MeshIdentity identity;
    private final SigningKey meshKey;
    private final Clock clock;
    private final StateBucket bucket;
    private final Set<String> quiet = new HashSet<>();
    private boolean looking;
    private boolean asked;

    /**
     * @param mesh says what changed
     * @param streams writes it, and hears advisories
     * @param meshKey makes the ids of events unguessable
     */
    public ObservationVerticle(
            ControllerConfig config,
            Bus mesh,
            Bus streams,
            StreamAdmin admin,
            Store store,
            MeshIdentity identity,
            SigningKey meshKey,
            Clock clock) {
        this.config = config;
        this.mesh = mesh;
        this.streams = streams;
        this.store = store;
        this.identity = identity;
        this.meshKey = meshKey;
        this.clock = clock;
        this.bucket = new StateBucket(streams, admin);
    }

    @Override
    public Future<?> start() {
        Announcer announcer = new Announcer(mesh, identity, meshKey, clock);
        for (String nudge : List.of(ControlAddress.DESIRED_CHANGED, ControlAddress.REPORTED)) {
            vertx.eventBus().consumer(nudge, told -> soon(announcer));
        }
        vertx.eventBus().<String>consumer(ControlAddress.HEARD, heard -> {
            if (quiet.contains(heard.body())) {
                soon(announcer);
            }
        });
        vertx.setPeriodic(config.heartbeat().toMillis(), tick -> soon(announcer));
        soon(announcer);
        return new Advisories(vertx, announcer).hear(streams);
    }

    private void soon(Announcer announcer) {
        if (looking) {
            asked = true;
            return;
        }
        looking = true;
        vertx.setTimer(SETTLE_MILLIS, settled -> {
            asked = false;
            look(announcer)
                    .onFailure(fault -> LOG.warn("observation-failed why={}", String.valueOf(fault.getMessage())))
                    .onComplete(done -> {
                        looking = false;
                        if (asked) {
                            soon(announcer);
                        }
                    });
        });
    }

    private Future<Void> look(Announcer announcer) {
        return bucket.know()
                .compose(known -> ObservedMesh.read(vertx, store, config))
                .compose(now -> tell(announcer, Conditions.of(now, this::wasQuiet)));
    }

    private boolean wasQuiet(NodeId node) {
        StateBucket.Kept kept = bucket.of(Conditions.NODE + node);
        return kept.sequence() > 0
                && WireCodec.decode(kept.value(), NodeCondition.class).quiet();
    }

    private Future<Void> tell(Announcer announcer, Map<String, Object> now) {
        quiet.clear();
        List<Change> changes = new ArrayList<>();
        now.forEach((key, condition) -> {
            if (condition instanceof NodeCondition node && node.quiet()) {
                quiet.add(node.node().value());
            }
            changed(changes, key, condition);
        });
        bucket.all().keySet().stream()
                .filter(key -> !now.containsKey(key))
                .sorted()
                .forEach(key -> changed(changes, key, Conditions.gone(key)));
        Future<Void> chain = Future.succeededFuture();
        for (int from = 0; from < changes.size(); from += AT_ONCE_MAX) {
            List<Change> some = changes.subList(from, Math.min(changes.size(), from + AT_ONCE_MAX));
            chain = chain.compose(done -> Future.all(some.stream()
                            .map(change -> change(announcer, change))
                            .toList())
                    .mapEmpty());
        }
        return chain;
    }

    private record Change(String key, Object condition, Buffer value) {}

    private void changed(List<Change> changes, String key, Object condition) {
        Buffer value = WireCodec.encode(condition);
        if (!bucket.of(key).value().equals(value)) {
            changes.add(new Change(key, condition, value));
        }
    }

    /** Whoever of several controllers was first has written it; whether that is what this one sees, the next look shows. */
    private Future<Void> change(Announcer announcer, Change change) {
        EventName event = change.key().startsWith(Conditions.NODE) ? NODE_CHANGED : MODULE_CHANGED;
        String sameness = bucket.of(change.key()).sequence() + " " + change.value();
        return announcer
                .tell(event, change.key(), change.condition(), sameness)
                .compose(told -> bucket.put(change.key(), change.value()))
                .map(written -> {
                    if (written) {
                        LOG.info("condition key={} value={}", change.key(), change.value());
                    } else {
                        asked = true;
                    }
                    return null;
                });
    }
}
