package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.BusMetrics;
import java.util.concurrent.atomic.LongAdder;

/** The live counters behind {@link BusMetrics}; safe from any thread. */
final class Counters {
    final LongAdder published = new LongAdder();
    final LongAdder received = new LongAdder();
    final LongAdder redelivered = new LongAdder();
    final LongAdder replyRefused = new LongAdder();
    final LongAdder slow = new LongAdder();
    final LongAdder misdirected = new LongAdder();
    final LongAdder violations = new LongAdder();
    final LongAdder reconnects = new LongAdder();

    BusMetrics snapshot() {
        return new BusMetrics(
                published.sum(),
                received.sum(),
                redelivered.sum(),
                replyRefused.sum(),
                slow.sum(),
                misdirected.sum(),
                violations.sum(),
                reconnects.sum());
    }
}
