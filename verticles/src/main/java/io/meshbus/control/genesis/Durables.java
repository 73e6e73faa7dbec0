package io.meshbus.control.genesis;

import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.DurableMark;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.Asserted;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerSpec;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerState;
import io.meshbus.sdk.bus.StreamAdmin.StreamState;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
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
 * finished, whichever controller saw it; a module's goes only when its consumption has gone, after a grace, and its backlog is named.
 */
final class Durables {
    private static final Logger LOG = LoggerFactory.getLogger(Durables.class);

    private final Duration grace;
    private final Store store;
    private final StreamAdmin streams;
    private final Clock clock;
    /** As the store has them, with what this round has seen. */
    private final Map<String, DurableMark> marks = new HashMap<>();

    private final Set<String> seen = new HashSet<>();
    private Instant streamCreated = Instant.EPOCH;

    Durables(Duration grace, Store store, StreamAdmin streams, Clock clock) {
        this.grace = grace;
        this.store = store;
        this.streams = streams;
        this.clock = clock;
    }

    /** What any controller has seen of them, and of which stream that was. */
    Future<Void> recall() {
        return streams.stream(Streams.EVENTS)
                .compose(events -> store.durables().map(known -> {
                    streamCreated = events.map(StreamState::created)
                            .map(created -> created.truncatedTo(ChronoUnit.MILLIS))
                            .orElse(Instant.EPOCH);
                    marks.clear();
                    marks.putAll(known);
                    seen.clear();
                    return null;
                }));
    }

    /** So that whoever comes next, another controller or this one after a restart, goes on from there. */
    Future<Void> remember() {
        return store.putDurables(seen.stream().map(marks::get).toList());
    }

    Future<Void> bringAbout(ConsumerSpec spec) {
        Long floor = spec.fromNow() ? floor(spec.name()) : null;
        return streams.assertConsumer(floor == null ? spec : spec.resumingAt(floor + 1))
                .map(asserted -> told(spec, asserted, floor))
                .compose(done -> spec.fromNow() ? see(spec.name()) : Future.succeededFuture());
    }

    /** Null for one that is new. Everything in a younger stream than it was seen in came after what it had finished. */
    private @Nullable Long floor(String name) {
        DurableMark mark = marks.get(name);
        if (mark == null) {
            return null;
        }
        return mark.streamCreated().equals(streamCreated) ? mark.floor() : 0L;
    }

    private static Void told(ConsumerSpec spec, Asserted asserted, @Nullable Long floor) {
        if (asserted == Asserted.CREATED && floor != null) {
            LOG.warn("consumer-was-lost name={}/{} resumes-behind={}", spec.stream(), spec.name(), floor);
        }
        return StreamsVerticle.told(asserted, "consumer", spec.stream() + "/" + spec.name());
    }

    private Future<Void> see(String name) {
        return streams.consumer(Streams.EVENTS, name).map(found -> {
            found.ifPresent(state -> mark(new DurableMark(name, state.floor(), streamCreated, null)));
            return null;
        });
    }

    private void mark(DurableMark now) {
        if (!now.equals(marks.put(now.name(), now))) {
            seen.add(now.name());
        }
    }

    /** Looks at what stands besides what is wanted. */
    Future<Void> retire(List<ConsumerSpec> wanted) {
        Set<String> names = wanted.stream()
                .filter(spec -> spec.stream().equals(Streams.EVENTS))
                .map(ConsumerSpec::name)
                .collect(Collectors.toSet());
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
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        DurableMark before = marks.get(state.name());
        Instant unwanted = before == null ? null : before.unwanted();
        Instant since = unwanted == null ? now : unwanted;
        long backlog = state.pending() + state.unfinished();
        mark(new DurableMark(state.name(), state.floor(), streamCreated, since));
        if (unwanted == null) {
            LOG.warn(
                    "consumer-unwanted name={} backlog={} removed-in={} remedy=\"let the module consume again to keep it\"",
                    state.name(),
                    backlog,
                    grace);
        }
        if (Duration.between(since, now).compareTo(grace) < 0) {
            return Future.succeededFuture();
        }
        return store.audit("controller", "consumer.removed", "name=" + state.name() + " backlog=" + backlog)
                .compose(told -> streams.deleteConsumer(state.stream(), state.name()))
                .compose(gone -> store.removeDurable(state.name()))
                .onSuccess(gone -> {
                    marks.remove(state.name());
                    seen.remove(state.name());
                    LOG.warn("consumer-removed name={} backlog={}", state.name(), backlog);
                });
    }
}
