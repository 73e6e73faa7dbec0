package io.meshbus.sdk.impl;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Says the first, second, fourth, eighth … of what a stranger can cause, so that nobody floods a log. */
final class Sparing {
    private final AtomicLong times = new AtomicLong();

    /** @param say gets how often it has happened */
    void note(LongConsumer say) {
        long now = times.incrementAndGet();
        if (Long.bitCount(now) == 1) {
            say.accept(now);
        }
    }
}
