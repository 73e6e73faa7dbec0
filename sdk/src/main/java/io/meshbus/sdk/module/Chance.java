package io.meshbus.sdk.module;

import java.time.Clock;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What no two runs have alike. Conformance (spec 4.4) brings its own, so that whole messages can be compared byte for
 * byte.
 *
 * @param clock when an event happened
 * @param ids new ids, unguessable
 * @param traces the trace context of what follows from another
 */
record Chance(Clock clock, Supplier<String> ids, Traces traces) {
    static final Chance REAL =
            new Chance(Clock.systemUTC(), () -> UUID.randomUUID().toString(), Traceparent::after);

    /** Continues a trace, or begins one. */
    @FunctionalInterface
    interface Traces {
        String after(@Nullable String parent);
    }
}
