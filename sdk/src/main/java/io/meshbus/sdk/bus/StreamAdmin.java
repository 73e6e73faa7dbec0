package io.meshbus.sdk.bus;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Definition of streams and durables; only the controller's user of STREAMS may (spec 3.2). Missing is created, an
 * updatable difference updated, anything else fails with {@code STREAM_DRIFT} naming stream, field, wanted and found.
 */
public interface StreamAdmin {
    Future<Asserted> assertStream(StreamSpec spec);

    Future<Asserted> assertConsumer(ConsumerSpec spec);

    Future<Void> deleteConsumer(String stream, String consumer);

    Future<List<String>> consumers(String stream);

    Future<Optional<StreamState>> stream(String name);

    /** A message by sequence. */
    Future<Optional<StoredMessage>> get(String stream, long sequence);

    Future<Void> deleteMessage(String stream, long sequence);

    enum Asserted {
        CREATED,
        UPDATED,
        UNCHANGED
    }

    /** @param created when the server created it: a younger NODES means lost broker data (spec 3.2) */
    record StreamState(
            String name, long messages, long bytes, long firstSequence, long lastSequence, java.time.Instant created) {}

    enum Retention {
        LIMITS,
        WORK_QUEUE
    }

    enum Discard {
        OLD,
        NEW
    }

    /** Bounds are 0 for "none"; {@code maxPerSubject} 0 likewise. All file storage, no roll-up unless said. */
    record StreamSpec(
            String name,
            List<String> subjects,
            Retention retention,
            Discard discard,
            boolean discardNewPerSubject,
            long maxPerSubject,
            long maxBytes,
            Duration maxAge,
            int maxMessageBytes,
            int replicas,
            Duration duplicates,
            boolean directGet,
            boolean denyDelete,
            boolean denyPurge,
            boolean allowRollup,
            String description) {
        public StreamSpec {
            subjects = List.copyOf(subjects);
        }
    }

    /** A durable pull consumer with explicit acks. {@code maxDeliver} -1 = unlimited; {@code filters} never empty. */
    record ConsumerSpec(
            String stream,
            String name,
            List<String> filters,
            Duration ackWait,
            int maxDeliver,
            int maxAckPending,
            boolean fromNow,
            String description) {
        public ConsumerSpec {
            filters = List.copyOf(filters);
            if (filters.isEmpty()) {
                throw new IllegalArgumentException("a consumer without a filter hears everything: " + name);
            }
        }
    }
}
