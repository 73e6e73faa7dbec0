package io.meshbus.control.lease;

import io.meshbus.control.lease.rules.Stillness;
import io.meshbus.control.store.Leases;
import io.meshbus.control.store.Leases.Lease;
import io.meshbus.control.store.Leases.Term;
import io.meshbus.control.store.Store;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leads when nobody else does (spec 3.11): takes the leases, renews them, and has the office entered and left. A lease that
 * cannot be renewed makes the leader's store refuse everything before another may take it; one that was taken ends the
 * office (ADR 0068). Of one context, that of {@link #start}.
 */
public final class Leadership {
    private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);
    /** Renewals in a period. */
    private static final int BEATS = 3;
    /** Looks in a period of whoever waits. */
    private static final int LOOKS = 5;

    private final Vertx vertx;
    private final Leases leases;
    private final Store store;
    private final Config config;
    private final Office office;
    private final Stillness<Lease> stillness;
    private @Nullable Reign reign;
    private Future<Void> changing = Future.succeededFuture();
    private long notBefore = System.nanoTime();
    private long timer = -1;
    private boolean away;
    private boolean stopped;
    private volatile String told = "it does not know yet who leads";

    /**
     * What to lead, and as whom.
     *
     * @param leases taken together or not at all
     * @param holder no two living processes have the same: a lease of this name is a dead predecessor's (ADR 0069)
     * @param period what is not renewed for so long may be taken
     */
    public record Config(Set<String> leases, String holder, Duration period) {
        public Config {
            leases = Set.copyOf(leases);
        }
    }

    /** What runs once in a mesh. */
    public interface Office {
        /** @param leading the store as the leader has it */
        Future<Void> enter(Store leading);

        /** Ends what was entered, as far as it was; may be called when nothing was. */
        Future<Void> leave();
    }

    public Leadership(Vertx vertx, Store store, Config config, Office office) {
        this.vertx = vertx;
        this.leases = store.leases();
        this.store = store;
        this.config = config;
        this.office = office;
        this.stillness = new Stillness<>(config.period());
    }

    /** A term and how long it may last, by the JVM's nanosecond clock. Asked from any thread. */
    private static final class Reign {
        private final Term term;
        private volatile long until;
        private volatile boolean over;

        private Reign(Term term, long until) {
            this.term = term;
            this.until = until;
        }

        private boolean stands() {
            return !over && System.nanoTime() - until < 0;
        }
    }

    /** Completes once the office is entered, or another is known to lead; fails when it cannot be entered. */
    public Future<Void> start() {
        return leases.all()
                .compose(seen -> attempt(
                        seen,
                        mine(seen).stream()
                                .filter(lease -> lease.holder().equals(config.holder()))
                                .collect(Collectors.toSet())))
                .compose(entering -> {
                    again();
                    return entering;
                });
    }

    /** For a person: who leads. From any thread. */
    public String told() {
        return told;
    }

    /** Leaves the office and lets the next one in at once. */
    public Future<Void> stop() {
        stopped = true;
        vertx.cancelTimer(timer);
        Reign last = reign;
        reign = null;
        return last == null
                ? changing
                : changing.transform(entered -> office.leave()).transform(left -> end(last));
    }

    private Future<Void> end(Reign last) {
        last.over = true;
        return leases.release(last.term);
    }

    private void again() {
        if (!stopped) {
            timer = vertx.setTimer(
                    Math.max(1, config.period().toMillis() / (reign == null ? LOOKS : BEATS)), tick -> tick());
        }
    }

    private void tick() {
        Reign now = reign;
        (now == null ? look() : beat(now))
                .onSuccess(done -> away = false)
                .onFailure(this::storeAway)
                .onComplete(done -> again());
    }

    private void storeAway(Throwable fault) {
        stillness.forget();
        if (!away) {
            away = true;
            LOG.warn("lease-unknown leads={} why=\"{}\"", reign != null, fault.getMessage());
        }
    }

    /** Counted from before the store was asked, and a tenth less than those who wait count: clocks run unequally. */
    private long until(long asked) {
        return asked + config.period().toNanos() / 10 * 9;
    }

    private Future<Void> beat(Reign now) {
        long asked = System.nanoTime();
        return leases.renew(now.term).map(held -> {
            if (held) {
                now.until = until(asked);
            } else if (reign == now) {
                depose(now);
            }
            return null;
        });
    }

    private void depose(Reign now) {
        LOG.warn("deposed term={}", now.term.fence());
        now.over = true;
        reign = null;
        told = "standby; another has just taken over";
        changing = changing.transform(entered -> office.leave()).otherwiseEmpty();
    }

    private Future<Void> look() {
        if (!changing.isComplete() || System.nanoTime() - notBefore < 0) {
            return Future.succeededFuture();
        }
        return leases.all()
                .compose(seen -> attempt(seen, stillness.of(mine(seen), System.nanoTime())))
                .mapEmpty();
    }

    private List<Lease> mine(Collection<Lease> seen) {
        return seen.stream()
                .filter(lease -> config.leases().contains(lease.name()) && !lease.isFree())
                .toList();
    }

    /** Completes with the entering, or at once when another leads. */
    private Future<Future<Void>> attempt(List<Lease> seen, Set<Lease> dead) {
        String leaders = mine(seen).stream()
                .filter(lease -> !dead.contains(lease))
                .map(Lease::holder)
                .distinct()
                .collect(Collectors.joining(", "));
        if (!leaders.isEmpty()) {
            standby(leaders);
            return Future.succeededFuture(Future.succeededFuture());
        }
        long asked = System.nanoTime();
        return leases.take(config.leases(), config.holder(), dead)
                .map(taken ->
                        taken.map(term -> begin(new Reign(term, until(asked)))).orElseGet(Future::succeededFuture));
    }

    private void standby(String leaders) {
        String now = "standby; " + leaders + " leads";
        if (!now.equals(told)) {
            LOG.info("standby leader=\"{}\"", leaders);
            told = now;
        }
    }

    private Future<Void> begin(Reign begun) {
        if (stopped) {
            return end(begun);
        }
        LOG.info("leads term={} leases={} as={}", begun.term.fence(), config.leases(), config.holder());
        told = "leads";
        reign = begun;
        Future<Void> entering = office.enter(store.under(begun.term, begun::stands));
        changing = entering.recover(fault -> resign(begun, fault)).otherwiseEmpty();
        return entering;
    }

    /** Perhaps another can; this one tries again after a period. */
    private Future<Void> resign(Reign begun, Throwable fault) {
        LOG.error("not-entered term={} why=\"{}\"", begun.term.fence(), fault.getMessage());
        if (reign == begun) {
            reign = null;
        }
        told = "standby; it could not take over: " + fault.getMessage();
        notBefore = System.nanoTime() + config.period().toNanos();
        return office.leave().transform(left -> end(begun));
    }
}
