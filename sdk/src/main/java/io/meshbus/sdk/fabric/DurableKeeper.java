package io.meshbus.sdk.fabric;

import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerSpec;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerState;
import io.meshbus.sdk.bus.StreamAdmin.StreamState;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after one durable: makes or joins it, knows its backlog, and makes it again when the server has lost it. Then it
 * begins behind what was finished when it was last seen, so that nothing is left out and little comes twice.
 */
final class DurableKeeper {
    private static final Logger LOG = LoggerFactory.getLogger(DurableKeeper.class);

    private final StreamAdmin admin;
    private final FabricOptions options;
    private final ConsumerSpec spec;
    private final String subject;
    private final Meters meters;
    private final AtomicBoolean sweeping = new AtomicBoolean();
    private volatile long floor;
    private volatile @Nullable Instant streamCreated;

    DurableKeeper(StreamAdmin admin, FabricOptions options, String subject, Meters meters) {
        this.admin = admin;
        this.options = options;
        this.subject = subject;
        this.spec = FabricSpecs.consumer(subject, options);
        this.meters = meters;
    }

    /** Fails with {@code STREAM_DRIFT} where the durable's settings are others, naming both. */
    Future<Void> require() {
        return admin.requireConsumer(spec)
                .compose(required -> admin.stream(spec.stream()))
                .map(stream -> {
                    streamCreated = stream.map(StreamState::created).orElse(null);
                    return null;
                });
    }

    void sweep() {
        if (sweeping.compareAndSet(false, true)) {
            admin.consumer(spec.stream(), spec.name())
                    .compose(this::seen)
                    .onFailure(failure ->
                            LOG.warn("durable-unseen subject={} problem=\"{}\"", subject, failure.getMessage()))
                    .onComplete(done -> sweeping.set(false));
        }
    }

    private Future<Void> seen(Optional<ConsumerState> state) {
        if (state.isPresent()) {
            floor = state.get().floor();
            meters.backlog(subject, state.get().pending() + state.get().unfinished());
            return Future.succeededFuture();
        }
        return admin.stream(spec.stream()).compose(stream -> stream.isEmpty() ? lostStream() : again(stream.get()));
    }

    private Future<Void> lostStream() {
        LOG.warn("stream-lost stream={}", spec.stream());
        floor = 0;
        return admin.assertStream(FabricSpecs.comms(options)).compose(made -> require());
    }

    private Future<Void> again(StreamState stream) {
        boolean same = stream.created().equals(streamCreated);
        long from = same && floor > 0 ? floor + 1 : 0;
        streamCreated = stream.created();
        LOG.warn("durable-lost subject={} durable={} from={}", subject, spec.name(), from);
        return admin.requireConsumer(spec.resumingAt(from)).mapEmpty();
    }
}
