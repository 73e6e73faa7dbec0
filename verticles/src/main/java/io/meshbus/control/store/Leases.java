package io.meshbus.control.store;

import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who leads what (spec 3.11). Leases hold no time, because clocks differ: whoever sees a lease without a beat for a whole
 * period, by a clock of its own, may call it dead (ADR 0067). Usable from any context; every future may fail with {@code
 * STORE_AWAY}.
 */
public interface Leases {
    /**
     * One lease as it stands.
     *
     * @param holder who leads, empty = nobody
     * @param fence of the term in which it was last taken
     * @param beat rises with each renewal
     */
    record Lease(String name, String holder, long fence, long beat) {
        public boolean isFree() {
            return holder.isEmpty();
        }
    }

    /**
     * A term of leading: some leases, taken together.
     *
     * @param fence above that of every earlier term, of whatever leases
     */
    record Term(Set<String> names, long fence) {
        public Term {
            names = Set.copyOf(names);
        }
    }

    /** Those that were ever taken. */
    Future<List<Lease>> all();

    /**
     * Takes all of them, or none when one of them is held.
     *
     * @param dead what does not count as held, as long as it still stands exactly so
     */
    Future<Optional<Term>> take(Set<String> names, String holder, Collection<Lease> dead);

    /** One more beat; false when the term is over. */
    Future<Boolean> renew(Term term);

    /** Ends the term; those of its leases that another has taken stay the other's. */
    Future<Void> release(Term term);
}
