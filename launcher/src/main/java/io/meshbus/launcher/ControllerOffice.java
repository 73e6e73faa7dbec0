package io.meshbus.launcher;

import io.meshbus.control.lease.Leadership;
import io.meshbus.control.lease.RevisionVerticle;
import io.meshbus.control.store.Store;
import io.meshbus.launcher.config.Role.Part;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The verticles of a controller in their order: those that every controller runs are deployed once, with the office or
 * without it; the leader's come and go with it. Entered and left one after the other, as {@link Leadership} does.
 */
final class ControllerOffice implements Leadership.Office {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerOffice.class);
    /** How soon what another controller took begins to be worked on. */
    private static final Duration REVISION_LOOK = Duration.ofMillis(500);

    private final Deployments deployments;
    private final List<Part> parts;
    private final Function<Part, Optional<Deployable>> shared;
    private final BiFunction<Part, Store, Optional<Deployable>> leading;
    private final Map<Part, Future<Void>> sharing = new ConcurrentHashMap<>();
    private final Deque<Supplier<Future<Void>>> entered = new ArrayDeque<>();

    /**
     * @param shared what every controller runs of a part
     * @param leading what the leader runs of a part, on the leader's store
     */
    ControllerOffice(
            Deployments deployments,
            List<Part> parts,
            Function<Part, Optional<Deployable>> shared,
            BiFunction<Part, Store, Optional<Deployable>> leading) {
        this.deployments = deployments;
        this.parts = parts;
        this.shared = shared;
        this.leading = leading;
    }

    /** What every controller runs. */
    Future<Void> share() {
        Future<Void> all = Future.succeededFuture();
        for (Part part : parts) {
            all = all.compose(done -> share(part));
        }
        return all;
    }

    private Future<Void> share(Part part) {
        return sharing.computeIfAbsent(
                part,
                first -> shared.apply(part)
                        .map(verticle -> deployments.deploy(part.word(), verticle))
                        .orElseGet(Future::succeededFuture));
    }

    @Override
    public Future<Void> enter(Store store) {
        Future<Void> all = Future.succeededFuture();
        for (Part part : parts) {
            all = all.compose(done -> leading.apply(part, store).map(this::lead).orElseGet(Future::succeededFuture))
                    .compose(done -> share(part));
        }
        return all.compose(done -> lead(new RevisionVerticle(store, REVISION_LOOK)));
    }

    private Future<Void> lead(Deployable verticle) {
        return deployments.deployed(verticle).onSuccess(entered::push).mapEmpty();
    }

    /** In reverse order; what does not end well is left behind, its store refuses it everything. */
    @Override
    public Future<Void> leave() {
        Supplier<Future<Void>> last = entered.poll();
        return last == null
                ? Future.succeededFuture()
                : last.get()
                        .onFailure(fault -> LOG.warn("not-left why=\"{}\"", fault.getMessage()))
                        .transform(ended -> leave());
    }
}
