package io.meshbus.control.genesis;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.genesis.rules.StreamSpecs;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.Desired;
import io.meshbus.sdk.account.DesiredMesh;
import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.Asserted;
import io.meshbus.sdk.bus.StreamAdmin.StreamSpec;
import io.meshbus.sdk.subject.Streams;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The only writer of stream definitions (spec 3.2): asserts the streams and durables of the newest revision, then records
 * {@code reach("streams", revision)}. Level-triggered like every reconciler. Deployed = the streams of the revision at that
 * moment stand, or the deployment failed with {@code STREAM_DRIFT}.
 */
public final class StreamsVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(StreamsVerticle.class);
    private static final String RECONCILER = "streams";

    private final Config config;
    private final Store store;
    private final StreamAdmin streams;
    private final Durables durables;
    private boolean busy;
    private boolean again;
    private long stood = -1;

    /**
     * How to assert.
     *
     * @param replicas 1, or 3 in a cluster
     * @param sweep how often everything is asserted besides nudges; finds what was lost on the server
     * @param grace how long the durable of a module that consumes nothing any more keeps its place
     */
    public record Config(int replicas, Duration sweep, Duration grace) {
        /** What is lost is back within 30 s. */
        public static final Config DEFAULT = new Config(1, Duration.ofSeconds(20), Duration.ofMinutes(10));
    }

    public StreamsVerticle(Config config, Store store, StreamAdmin streams, Clock clock) {
        this.config = config;
        this.store = store;
        this.streams = streams;
        this.durables = new Durables(config.grace(), store, streams, clock);
    }

    @Override
    public Future<?> start() {
        busy = true;
        return round(true).onComplete(done -> busy = false).onSuccess(done -> {
            vertx.eventBus().localConsumer(ControlAddress.DESIRED_CHANGED, nudge -> reconcile(false));
            vertx.setPeriodic(config.sweep().toMillis(), tick -> reconcile(true));
        });
    }

    private void reconcile(boolean sweep) {
        if (busy) {
            again = true;
            return;
        }
        busy = true;
        again = false;
        round(sweep)
                .onFailure(cause -> LOG.error("streams-not-ready cause=\"{}\"", cause.getMessage()))
                .onComplete(done -> {
                    busy = false;
                    if (again) {
                        reconcile(false);
                    }
                });
    }

    private Future<Void> round(boolean sweep) {
        long began = System.nanoTime();
        // How responders may answer changes no stream.
        return store.desired(Answers.DERIVED)
                .compose(desired ->
                        desired.revision() == stood && !sweep ? Future.succeededFuture() : bringAbout(desired, began));
    }

    private Future<Void> bringAbout(Desired desired, long began) {
        StreamSpecs.Specs specs = StreamSpecs.of(
                desired.mesh().definitions().stream()
                        .map(DesiredMesh.Living::definition)
                        .toList(),
                config.replicas());
        return each(specs.streams(), this::stream)
                .compose(done -> durables.recall())
                .compose(done -> each(specs.consumers(), durables::bringAbout))
                .compose(done -> durables.retire(specs.consumers()))
                .compose(done -> durables.remember())
                .compose(done -> noteEpoch())
                .compose(done -> store.reach(RECONCILER, desired.revision()))
                .onSuccess(done -> ready(desired.revision(), specs, began));
    }

    private void ready(long revision, StreamSpecs.Specs specs, long began) {
        if (revision != stood) {
            stood = revision;
            LOG.info(
                    "streams-ready revision={} streams={} consumers={} ms={}",
                    revision,
                    specs.streams().size(),
                    specs.consumers().size(),
                    Duration.ofNanos(System.nanoTime() - began).toMillis());
        }
        vertx.eventBus().publish(ControlAddress.STREAMS_READY, null);
    }

    /** A younger NODES means that the broker lost its data: the epoch rises, every declaration is published again. */
    private Future<Long> noteEpoch() {
        return streams.stream(Streams.NODES)
                .compose(nodes -> nodes.isEmpty()
                        ? Future.failedFuture("NODES was there a moment ago and is gone")
                        : store.noteNodesCreated(nodes.get().created()));
    }

    private Future<Void> stream(StreamSpec spec) {
        return streams.assertStream(spec).map(asserted -> told(asserted, "stream", spec.name()));
    }

    static Void told(Asserted asserted, String kind, String name) {
        if (asserted != Asserted.UNCHANGED) {
            LOG.info("{}-{} name={}", kind, asserted == Asserted.CREATED ? "created" : "updated", name);
        }
        return null;
    }

    /** One after the other: the server serialises them anyway, and the first fault is named. */
    static <T> Future<Void> each(List<T> items, Function<T, Future<Void>> step) {
        Future<Void> chain = Future.succeededFuture();
        for (T item : items) {
            chain = chain.compose(done -> step.apply(item));
        }
        return chain;
    }
}
