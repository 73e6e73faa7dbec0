package io.meshbus.control.store;

import io.meshbus.control.store.Leases.Term;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.Future;
import java.util.function.BooleanSupplier;

/**
 * What stands between a leader and the store: once the term is over nothing goes through. A read is refused by the leader's
 * own clock; a write also by the lease, in the write's transaction.
 *
 * @param stands whether the leader's own clock still gives it the term; from any thread
 */
record Fence(Term term, BooleanSupplier stands) {
    Future<Void> byClock() {
        return stands.getAsBoolean() ? Future.succeededFuture() : over("the lease was not renewed in time");
    }

    Future<Void> byLease(Sql sql) {
        return LeaseTable.hold(sql, term)
                .compose(held -> held ? Future.succeededFuture() : over("another controller took the lease"));
    }

    private Future<Void> over(String why) {
        return Future.failedFuture(Problem.of(
                        ProblemCode.LEASE_LOST,
                        "this controller does not lead any more",
                        "term " + term.fence() + " is over: " + why,
                        "nothing to do: whoever leads does it")
                .asException());
    }
}
