package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.Future;
import java.time.Duration;

/** A delivery for which no handler is registered: it waits for one, then it is a dead letter (spec 3.8). */
final class Unhandled {
    static final Duration WAIT = Duration.ofSeconds(60);

    private Unhandled() {}

    static Future<?> again(Delivery delivery, String what, int maxDeliver) {
        if (maxDeliver > 0 && delivery.attempt() >= maxDeliver) {
            return Future.failedFuture(Problem.of(
                            ProblemCode.NO_HANDLER,
                            what + " has no handler",
                            "the manifest promises one, and the code of this version never registered it",
                            "register it, or take it out of the manifest")
                    .asException());
        }
        return delivery.nak(WAIT);
    }
}
