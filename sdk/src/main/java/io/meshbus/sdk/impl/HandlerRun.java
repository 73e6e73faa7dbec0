package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.ConsumeOptions.Lane;
import org.jspecify.annotations.Nullable;

/** One delivery at a handler, or at {@code onFinal} after it. Confined to the consumption's context. */
final class HandlerRun {
    final JnatsDelivery delivery;
    final @Nullable Lane lane;
    long startedNanos;
    /** Why it has finally failed, once it has: then onFinal is what is pending. */
    @Nullable
    Throwable finalReason;

    boolean done;

    HandlerRun(JnatsDelivery delivery, @Nullable Lane lane, long startedNanos) {
        this.delivery = delivery;
        this.lane = lane;
        this.startedNanos = startedNanos;
    }
}
