package io.meshbus.control.genesis;

import io.meshbus.control.store.Store;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.Asserted;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerSpec;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerState;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Durables over their life (spec 3.8): one that was lost on the server begins behind what it was last seen to have
 * finished; a module's goes only when its consumption has gone, after a grace, and its backlog is named.
 */
final class Durables {
    private static final Logger LOG = LoggerFactory.getLogger(Durables.class);

    private final Duration grace;
    private final Store store;
    private final StreamAdmin streams;
    /** Sequence up to which each durable of EVENTS had finished when it was last seen. */
    private final Map<String, Long> floors = new HashMap<>();
    /** Since when nobody wants it, by the JVM's nanosecond clock. */
    private final Map<String, Long> unwanted = new HashMap<>();

    Durables(Duration grace, Store store, StreamAdmin streams) {
        this.grace = grace;
        this.store = store;
        this.streams = streams;
    }

    Future<Void> bringAbout(ConsumerSpec spec) {
        Long floor = spec.fromNow() ? floors.get(spec.name()) : null;
        return streams.assertConsumer(floor == null ? spec : spec.resumingAt(floor + 1))
                .map(asserted -> told(spec, asserted, floor))
                .compose(done -> spec.fromNow() ? see(spec.name()) : Future.succeededFuture());
    }

    private static Void told(ConsumerSpec spec, Asserted asserted, @Nullable Long floor) {
        if (asserted == Asserted.CREATED && floor != null) {
            LOG.warn("consumer-was-lost name={}/{} resumes-behind={}", spec.stream(), spec.name(), floor);
        }
        return StreamsVerticle.told(asserted, "consumer", spec.stream() + "/" + spec.name());
    }

    private Future<Void> see(String name) {
        return streams.consumer(Streams.EVENTS, name).map(found -> {
            found.ifPresent(state -> floors.put(name, state.floor()));
            return null;
        });
    }

    /** Looks at what stands besides what is wanted. */
    Future<Void> retire(List<ConsumerSpec> wanted) {
        Set<String> names = wanted.stream()
                .filter(spec -> spec.stream().equals(Streams.EVENTS))
                .map(ConsumerSpec::name)
                .collect(Collectors.toSet());
        unwanted.keySet().removeAll(names);
        return streams.consumers(Streams.EVENTS)
                .compose(standing -> StreamsVerticle.each(
                        standing.stream().filter(name -> !names.contains(name)).toList(), this::retire));
    }

    private Future<Void> retire(String name) {
        return streams.consumer(Streams.EVENTS, name).compose(found -> {
            Optional<ConsumerState> ours = found.filter(Durables::isAModules);
            return ours.isEmpty() ? Future.succeededFuture() : retire(ours.get());
        });
    }

    /** Only what this verticle has made: every one of those hears its module's redrives. */
    private static boolean isAModules(ConsumerState state) {
        try {
            return state.filters().contains(Subjects.redrives(new ModuleId(state.name())));
        } catch (ProblemException noModule) {
            return false;
        }
    }

    private Future<Void> retire(ConsumerState state) {
        long now = System.nanoTime();
        Long since = unwanted.putIfAbsent(state.name(), now);
        long backlog = state.pending() + state.unfinished();
        if (since == null) {
            LOG.warn(
                    "consumer-unwanted name={} backlog={} removed-in={} remedy=\"let the module consume again to keep it\"",
                    state.name(),
                    backlog,
                    grace);
        }
        if (now - (since == null ? now : since) < grace.toNanos()) {
            return Future.succeededFuture();
        }
        return store.audit("controller", "consumer.removed", "name=" + state.name() + " backlog=" + backlog)
                .compose(told -> streams.deleteConsumer(state.stream(), state.name()))
                .onSuccess(gone -> {
                    floors.remove(state.name());
                    unwanted.remove(state.name());
                    LOG.warn("consumer-removed name={} backlog={}", state.name(), backlog);
                });
    }
}
