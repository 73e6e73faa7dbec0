package io.meshbus.sdk.fabric;

import io.meshbus.sdk.bus.BusOptions;
import java.time.Duration;
import java.util.List;

/**
 * How an instance takes part (spec 6.3). Instances that share a subject run with the same ack wait and max deliver; another
 * one is refused rather than changing theirs.
 *
 * @param bus the connection; its JetStream API is that of its own account
 * @param replicas of the stream, and so of its durables: 1, or 3 on a cluster of three or more
 * @param streamBytesMax what the stream keeps at most, the oldest goes first
 * @param ackWait after which the server delivers again what nobody answers for
 * @param maxDeliver attempts in all, not retries; after the last one the event is parked
 * @param delays between attempt 1 and 2, 2 and 3, …; the last one repeats
 * @param concurrency handlers at work at once, of one subscription
 * @param tenantConcurrency of these, how many one tenant may have, so that a slow one leaves room for the others
 * @param prefetch events held here that wait for a handler, at most
 * @param handlerTimeout a handler still pending after this has failed
 * @param closeWithin what {@link Fabric#close} gives to running handlers
 */
public record FabricOptions(
        BusOptions bus,
        int replicas,
        long streamBytesMax,
        Duration ackWait,
        int maxDeliver,
        List<Duration> delays,
        int concurrency,
        int tenantConcurrency,
        int prefetch,
        Duration handlerTimeout,
        Duration closeWithin) {
    /** Naks without a delay, as the first design did: five attempts are gone within milliseconds. */
    public static final List<Duration> IMMEDIATE = List.of(Duration.ZERO);

    private static final String OWN_API = "$JS.API";
    private static final long STREAM_BYTES = 1L << 30;
    private static final Duration ACK_WAIT = Duration.ofSeconds(30);
    private static final int MAX_DELIVER = 5;
    private static final List<Duration> DELAYS =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(15), Duration.ofSeconds(30));
    private static final int CONCURRENCY = 16;
    private static final int TENANT_CONCURRENCY = 4;
    private static final int PREFETCH = 256;
    /** Ack waits within which a handler ends. */
    private static final int HANDLER_WAITS = 5;

    public FabricOptions {
        delays = List.copyOf(delays);
        if (maxDeliver < 1 || concurrency < 1 || prefetch < 1 || replicas < 1 || delays.isEmpty()) {
            throw new IllegalArgumentException(
                    "maxDeliver, concurrency, prefetch and replicas are at least 1, delays not empty");
        }
        if (tenantConcurrency < 1 || tenantConcurrency > concurrency) {
            throw new IllegalArgumentException("tenantConcurrency is from 1 to concurrency: " + tenantConcurrency);
        }
        if (ackWait.isNegative() || ackWait.isZero()) {
            throw new IllegalArgumentException("ackWait is longer than nothing");
        }
    }

    /** The defaults of spec 6.3, on a connection whose account holds the stream and whose tenants have any ids. */
    public static FabricOptions of(BusOptions bus) {
        return new FabricOptions(
                bus.withApiPrefix(OWN_API).withUnicodeSubjects(),
                1,
                STREAM_BYTES,
                ACK_WAIT,
                MAX_DELIVER,
                DELAYS,
                CONCURRENCY,
                TENANT_CONCURRENCY,
                PREFETCH,
                ACK_WAIT.multipliedBy(HANDLER_WAITS),
                ACK_WAIT);
    }

    public FabricOptions withReplicas(int value) {
        return new FabricOptions(
                bus,
                value,
                streamBytesMax,
                ackWait,
                maxDeliver,
                delays,
                concurrency,
                tenantConcurrency,
                prefetch,
                handlerTimeout,
                closeWithin);
    }

    /** Handlers get five ack waits, close one; set them afterwards if they shall differ. */
    public FabricOptions withDelivery(Duration newAckWait, int newMaxDeliver) {
        return new FabricOptions(
                bus,
                replicas,
                streamBytesMax,
                newAckWait,
                newMaxDeliver,
                delays,
                concurrency,
                tenantConcurrency,
                prefetch,
                newAckWait.multipliedBy(HANDLER_WAITS),
                newAckWait);
    }

    public FabricOptions withDelays(List<Duration> value) {
        return new FabricOptions(
                bus,
                replicas,
                streamBytesMax,
                ackWait,
                maxDeliver,
                value,
                concurrency,
                tenantConcurrency,
                prefetch,
                handlerTimeout,
                closeWithin);
    }

    public FabricOptions withConcurrency(int all, int ofOneTenant) {
        return new FabricOptions(
                bus,
                replicas,
                streamBytesMax,
                ackWait,
                maxDeliver,
                delays,
                all,
                ofOneTenant,
                prefetch,
                handlerTimeout,
                closeWithin);
    }

    public FabricOptions withTimes(Duration newHandlerTimeout, Duration newCloseWithin) {
        return new FabricOptions(
                bus,
                replicas,
                streamBytesMax,
                ackWait,
                maxDeliver,
                delays,
                concurrency,
                tenantConcurrency,
                prefetch,
                newHandlerTimeout,
                newCloseWithin);
    }
}
