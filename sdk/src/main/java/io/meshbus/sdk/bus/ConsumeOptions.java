package io.meshbus.sdk.bus;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a durable is consumed (spec 4.2).
 *
 * @param concurrency handlers in flight at most
 * @param prefetch deliveries pulled beyond what may begin at once, plus one; 1 leaves everything else to other consumers
 * @param ackWait the consumer's ack wait; progress is signalled before each half of it
 * @param handlerTimeout a handler still pending after this has failed
 * @param maxDeliver attempts in all, as the consumer says; at the last one failure is final
 * @param delays nak delay after attempt 1, 2, …; the last one repeats
 * @param hold a delivery that has not begun after this goes back, so that another instance takes it; that costs an attempt
 * @param lanes which lane a message takes, or null for none at all
 */
public record ConsumeOptions(
        int concurrency,
        int prefetch,
        Duration ackWait,
        Duration handlerTimeout,
        int maxDeliver,
        List<Duration> delays,
        Duration hold,
        @Nullable Function<Message, @Nullable Lane> lanes) {
    /**
     * Deliveries that share a bound. First attempts of a lane of width 1 stay in sequence; a retry may follow later ones.
     *
     * @param width how many of them are at their handlers at once
     */
    public record Lane(String name, int width) {
        public Lane {
            if (width < 1) {
                throw new IllegalArgumentException("a lane takes at least one: " + width);
            }
        }
    }

    public static final ConsumeOptions DEFAULT = new ConsumeOptions(
            64,
            256,
            Duration.ofSeconds(30),
            Duration.ofSeconds(150),
            5,
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(15), Duration.ofSeconds(30)),
            Duration.ofSeconds(150),
            null);

    public ConsumeOptions {
        delays = List.copyOf(delays);
        if (concurrency < 1 || prefetch < 1 || maxDeliver < -1 || maxDeliver == 0 || delays.isEmpty()) {
            throw new IllegalArgumentException("concurrency, prefetch and maxDeliver are at least 1, delays not empty");
        }
    }

    public ConsumeOptions withConcurrency(int value) {
        return new ConsumeOptions(value, prefetch, ackWait, handlerTimeout, maxDeliver, delays, hold, lanes);
    }

    public ConsumeOptions withPrefetch(int value) {
        return new ConsumeOptions(concurrency, value, ackWait, handlerTimeout, maxDeliver, delays, hold, lanes);
    }

    /** Sets {@code hold} to the handlers' time, too. */
    public ConsumeOptions withTimes(Duration newAckWait, Duration newHandlerTimeout) {
        return new ConsumeOptions(
                concurrency, prefetch, newAckWait, newHandlerTimeout, maxDeliver, delays, newHandlerTimeout, lanes);
    }

    /** @param value -1 = unlimited */
    public ConsumeOptions withMaxDeliver(int value) {
        return new ConsumeOptions(concurrency, prefetch, ackWait, handlerTimeout, value, delays, hold, lanes);
    }

    public ConsumeOptions withDelays(List<Duration> value) {
        return new ConsumeOptions(concurrency, prefetch, ackWait, handlerTimeout, maxDeliver, value, hold, lanes);
    }

    public ConsumeOptions withHold(Duration value) {
        return new ConsumeOptions(concurrency, prefetch, ackWait, handlerTimeout, maxDeliver, delays, value, lanes);
    }

    /** One key, one lane of width 1; a null key is in none. */
    public ConsumeOptions withOrderedBy(Function<Message, @Nullable String> value) {
        return withLanes(message -> {
            String key = value.apply(message);
            return key == null ? null : new Lane(key, 1);
        });
    }

    public ConsumeOptions withLanes(Function<Message, @Nullable Lane> value) {
        return new ConsumeOptions(concurrency, prefetch, ackWait, handlerTimeout, maxDeliver, delays, hold, value);
    }
}
