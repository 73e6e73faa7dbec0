package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.StreamAdmin.ConsumerSpec;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerState;
import io.meshbus.sdk.bus.StreamAdmin.Discard;
import io.meshbus.sdk.bus.StreamAdmin.Retention;
import io.meshbus.sdk.bus.StreamAdmin.StreamSpec;
import io.meshbus.sdk.bus.StreamAdmin.StreamState;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.api.StreamInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Between our specs and jnats' configurations, and what differs between two of them. Pure. */
final class StreamMapping {
    private static final long NONE = -1;

    private StreamMapping() {}

    static StreamConfiguration stream(StreamSpec spec) {
        StreamConfiguration.Builder builder = StreamConfiguration.builder()
                .name(spec.name())
                .description(spec.description())
                .subjects(spec.subjects())
                .retentionPolicy(
                        spec.retention() == Retention.WORK_QUEUE ? RetentionPolicy.WorkQueue : RetentionPolicy.Limits)
                .discardPolicy(spec.discard() == Discard.NEW ? DiscardPolicy.New : DiscardPolicy.Old)
                .maxMessagesPerSubject(orNone(spec.maxPerSubject()))
                .maxBytes(orNone(spec.maxBytes()))
                .maxAge(spec.maxAge())
                .maximumMessageSize((int) orNone(spec.maxMessageBytes()))
                .replicas(spec.replicas())
                .duplicateWindow(spec.duplicates())
                .storageType(StorageType.File)
                .allowDirect(spec.directGet())
                .allowRollup(spec.allowRollup())
                .discardNewPerSubject(spec.discardNewPerSubject());
        if (spec.denyDelete()) {
            builder.denyDelete(true);
        }
        if (spec.denyPurge()) {
            builder.denyPurge(true);
        }
        return builder.build();
    }

    private static long orNone(long bound) {
        return bound == 0 ? NONE : bound;
    }

    static ConsumerConfiguration consumer(ConsumerSpec spec) {
        ConsumerConfiguration.Builder builder = ConsumerConfiguration.builder()
                .durable(spec.name())
                .description(spec.description())
                .filterSubjects(spec.filters())
                .ackPolicy(AckPolicy.Explicit)
                .ackWait(spec.ackWait())
                .maxDeliver(spec.maxDeliver())
                .maxAckPending(spec.maxAckPending());
        return spec.startSequence() > 0
                ? builder.deliverPolicy(DeliverPolicy.ByStartSequence)
                        .startSequence(spec.startSequence())
                        .build()
                : builder.deliverPolicy(spec.fromNow() ? DeliverPolicy.New : DeliverPolicy.All)
                        .build();
    }

    /** Where a durable began is past: what stands keeps it. */
    static ConsumerConfiguration consumer(ConsumerSpec spec, ConsumerConfiguration standing) {
        ConsumerConfiguration.Builder builder =
                ConsumerConfiguration.builder(consumer(spec.resumingAt(0))).deliverPolicy(standing.getDeliverPolicy());
        return standing.getDeliverPolicy() == DeliverPolicy.ByStartSequence
                ? builder.startSequence(standing.getStartSequence()).build()
                : builder.build();
    }

    static List<Difference> differences(StreamConfiguration wanted, StreamConfiguration found) {
        Differences all = new Differences();
        all.fixed("retention", wanted.getRetentionPolicy(), found.getRetentionPolicy());
        all.fixed("storage", wanted.getStorageType(), found.getStorageType());
        all.fixed("deny delete", wanted.getDenyDelete() || !found.getDenyDelete(), true);
        all.fixed("deny purge", wanted.getDenyPurge() || !found.getDenyPurge(), true);
        all.free("deny delete", wanted.getDenyDelete(), found.getDenyDelete());
        all.free("deny purge", wanted.getDenyPurge(), found.getDenyPurge());
        all.free("subjects", Set.copyOf(wanted.getSubjects()), Set.copyOf(found.getSubjects()));
        all.free("discard", wanted.getDiscardPolicy(), found.getDiscardPolicy());
        all.free("discard new per subject", wanted.isDiscardNewPerSubject(), found.isDiscardNewPerSubject());
        all.free("max messages per subject", wanted.getMaxMsgsPerSubject(), found.getMaxMsgsPerSubject());
        all.free("max bytes", wanted.getMaxBytes(), found.getMaxBytes());
        all.free("max age", wanted.getMaxAge(), found.getMaxAge());
        all.free("max message bytes", wanted.getMaximumMessageSize(), found.getMaximumMessageSize());
        all.free("replicas", wanted.getReplicas(), found.getReplicas());
        if (!wanted.getDuplicateWindow().isZero()) {
            all.free("duplicates", wanted.getDuplicateWindow(), found.getDuplicateWindow());
        }
        all.free("direct get", wanted.getAllowDirect(), found.getAllowDirect());
        all.free("allow rollup", wanted.getAllowRollup(), found.getAllowRollup());
        return all.list;
    }

    static List<Difference> differences(ConsumerConfiguration wanted, ConsumerConfiguration found) {
        Differences all = new Differences();
        all.fixed("ack policy", wanted.getAckPolicy(), found.getAckPolicy());
        if (found.getDeliverPolicy() != DeliverPolicy.ByStartSequence) {
            all.fixed("deliver policy", wanted.getDeliverPolicy(), found.getDeliverPolicy());
        }
        all.free("filters", filters(wanted), filters(found));
        all.free("ack wait", wanted.getAckWait(), found.getAckWait());
        all.free("max deliver", wanted.getMaxDeliver(), found.getMaxDeliver());
        all.free("max ack pending", wanted.getMaxAckPending(), found.getMaxAckPending());
        return all.list;
    }

    private static Set<String> filters(ConsumerConfiguration configuration) {
        List<String> filters = configuration.getFilterSubjects();
        return filters == null ? Set.of() : Set.copyOf(filters);
    }

    static StreamState state(StreamInfo info) {
        return new StreamState(
                info.getConfiguration().getName(),
                info.getStreamState().getMsgCount(),
                info.getStreamState().getByteCount(),
                info.getStreamState().getFirstSequence(),
                info.getStreamState().getLastSequence(),
                info.getCreateTime().toInstant());
    }

    static ConsumerState state(ConsumerInfo info) {
        List<String> filters = info.getConsumerConfiguration().getFilterSubjects();
        return new ConsumerState(
                info.getStreamName(),
                info.getName(),
                filters == null ? List.of() : filters,
                info.getNumPending(),
                info.getNumAckPending(),
                info.getAckFloor().getStreamSequence(),
                info.getDelivered().getStreamSequence());
    }

    private static final class Differences {
        private final List<Difference> list = new ArrayList<>();

        void fixed(String field, @Nullable Object wanted, @Nullable Object found) {
            add(field, wanted, found, true);
        }

        void free(String field, @Nullable Object wanted, @Nullable Object found) {
            add(field, wanted, found, false);
        }

        private void add(String field, @Nullable Object wanted, @Nullable Object found, boolean isFixed) {
            if (!Objects.equals(wanted, found)) {
                list.add(new Difference(field, shown(wanted), shown(found), isFixed));
            }
        }

        private static Object shown(@Nullable Object value) {
            return value instanceof Duration duration ? duration.toString() : String.valueOf(value);
        }
    }
}
