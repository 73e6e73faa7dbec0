package io.meshbus.sdk.fabric;

import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.ConsumeOptions.Lane;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerSpec;
import io.meshbus.sdk.bus.StreamAdmin.Discard;
import io.meshbus.sdk.bus.StreamAdmin.Retention;
import io.meshbus.sdk.bus.StreamAdmin.StreamSpec;
import java.time.Duration;
import java.util.List;

/** The stream, its durables and how they are consumed (spec 6.3). Pure. */
final class FabricSpecs {
    private static final Duration MAX_AGE = Duration.ofHours(24);
    private static final Duration DUPLICATES = Duration.ofMinutes(2);
    private static final int MESSAGE_BYTES_MAX = 64 << 10;
    private static final Duration DEAD_AGE = Duration.ofDays(7);
    private static final long DEAD_BYTES = 256L << 20;
    /** An event may be told dead twice, by its handler's instance and by the server's advisory (ADR 0041). */
    private static final Duration DEAD_DUPLICATES = Duration.ofDays(1);
    /** What all instances together may have delivered and not ended; far above what they hold. */
    private static final int ACK_PENDING_MAX = 10_000;

    private FabricSpecs() {}

    static StreamSpec comms(FabricOptions options) {
        return stream(
                FabricSubjects.STREAM,
                FabricSubjects.EVERY_COMMS,
                options.streamBytesMax(),
                MAX_AGE,
                MESSAGE_BYTES_MAX,
                options.replicas(),
                DUPLICATES,
                "references to changed rows, of every tenant");
    }

    /** What was parked, for an operator to look at later. */
    static StreamSpec dead(int replicas) {
        return stream(
                FabricSubjects.DEAD_STREAM,
                FabricSubjects.DEAD_LETTER,
                DEAD_BYTES,
                DEAD_AGE,
                0,
                replicas,
                DEAD_DUPLICATES,
                "events of the fabric that no attempt could handle");
    }

    private static StreamSpec stream(
            String name,
            String subject,
            long bytesMax,
            Duration maxAge,
            int messageBytesMax,
            int replicas,
            Duration duplicates,
            String description) {
        return new StreamSpec(
                name,
                List.of(subject),
                Retention.LIMITS,
                Discard.OLD,
                false,
                0,
                bytesMax,
                maxAge,
                messageBytesMax,
                replicas,
                duplicates,
                false,
                false,
                false,
                false,
                description);
    }

    static ConsumerSpec consumer(String subject, FabricOptions options) {
        return new ConsumerSpec(
                FabricSubjects.STREAM,
                FabricIds.durable(subject),
                List.of(subject),
                options.ackWait(),
                options.maxDeliver(),
                ACK_PENDING_MAX,
                false,
                subject);
    }

    /** What waits is held for as long as the stream keeps it: giving it back would cost an attempt that nobody made. */
    static ConsumeOptions consume(FabricOptions options, boolean everyTenant) {
        int width = everyTenant ? options.tenantConcurrency() : options.concurrency();
        return ConsumeOptions.DEFAULT
                .withConcurrency(options.concurrency())
                .withPrefetch(options.prefetch())
                .withTimes(options.ackWait(), options.handlerTimeout())
                .withHold(MAX_AGE)
                .withMaxDeliver(options.maxDeliver())
                .withDelays(options.delays())
                .withLanes(message -> lane(message, width));
    }

    /** One row, one lane, and no more lanes to a tenant than it may have handlers: a reference's bytes name its row. */
    private static Lane lane(Message message, int width) {
        int row = Math.floorMod(message.body().hashCode(), width);
        return new Lane(message.subject() + "#" + row, 1);
    }
}
