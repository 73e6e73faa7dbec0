package io.meshbus.control.account;

import io.meshbus.control.account.rules.Owner;
import io.meshbus.control.account.rules.Retirement;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.PrincipalSecret;
import io.meshbus.control.store.Store.Reported;
import io.meshbus.control.store.Store.Retiring;
import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces credentials (spec 3.6): the new one opens beside the old one, is handed over in the node's declaration, and
 * the old one ends when the node has reported that it uses the new one. Every state is in the store; a crash at any line
 * costs time only.
 */
final class Rotation {
    /** How long a person's old credentials open: long enough for whoever asked to put the new file in place. */
    static final Duration PERSON_GRACE = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(Rotation.class);

    private final Store store;
    private final Secrets secrets;
    private final Clock clock;

    Rotation(Store store, Secrets secrets, Clock clock) {
        this.clock = clock;
        this.store = store;
        this.secrets = secrets;
    }

    /** Which got another one; nothing is live yet. Persons of {@code ids} must be one kind with no nodes' principals. */
    Future<List<PrincipalId>> begin(Collection<PrincipalId> ids, AuthMode mode, String by) {
        boolean persons = ids.stream().anyMatch(id -> Owner.of(id) instanceof Owner.Person);
        Instant ends = persons ? clock.instant().plus(PERSON_GRACE) : null;
        return secrets.fresh(ids, mode)
                .compose(fresh -> store.rotate(fresh, ends, by)
                        .map(fresh.stream().map(PrincipalSecret::id).toList()))
                .onSuccess(rotated -> LOG.info("rotation-begun count={} by={}", rotated.size(), by));
    }

    /** Ends what may end; true, and the revision has risen, when there was anything. */
    Future<Boolean> settle() {
        return store.retiring()
                .compose(retiring -> retiring.isEmpty()
                        ? Future.succeededFuture(false)
                        : store.secrets()
                                .compose(current ->
                                        store.reports().compose(reports -> end(over(retiring, current, reports)))));
    }

    private List<Retiring> over(
            List<Retiring> retiring, Map<PrincipalId, PrincipalSecret> current, Map<NodeId, Reported> reports) {
        Instant now = clock.instant();
        return retiring.stream()
                .filter(old -> Retirement.isOver(
                        Optional.ofNullable(current.get(old.id()))
                                .map(PrincipalSecret::sealed)
                                .orElse(null),
                        old.ends(),
                        reported(old.id(), reports),
                        now))
                .toList();
    }

    private static @Nullable String reported(PrincipalId id, Map<NodeId, Reported> reports) {
        Reported reported = Owner.of(id) instanceof Owner.Node node ? reports.get(node.node()) : null;
        return reported != null
                        && reported.report().facts().getValue("credentials") instanceof JsonObject inUse
                        && inUse.getValue(id.value()) instanceof String mark
                ? mark
                : null;
    }

    private Future<Boolean> end(List<Retiring> over) {
        return over.isEmpty()
                ? Future.succeededFuture(false)
                : store.retire(over)
                        .map(true)
                        .onSuccess(done -> LOG.info(
                                "rotation-ended principals={}",
                                over.stream().map(Retiring::id).toList()));
    }
}
