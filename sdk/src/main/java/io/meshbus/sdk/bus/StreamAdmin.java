package io.meshbus.sdk.bus;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Definition of streams and durables; only the controller's user of STREAMS may (spec 3.2). Missing is created, an
 * updatable difference updated, anything else fails with {@code STREAM_DRIFT} naming stream, field, wanted and found.
 */
public interface StreamAdmin {
    Future<Asserted> assertStream(StreamSpec spec);

    Future<Asserted> assertConsumer(ConsumerSpec spec);

    /**
     * For a durable that is shared by peers of whom none is its owner: a missing one is created, one that differs in ack
     * wait, max deliver, filter or bound is left as it is and fails with {@code STREAM_DRIFT} naming both values.
     */
    Future<Asserted> requireConsumer(ConsumerSpec spec);

    Future<Void> deleteConsumer(String stream, String consumer);

    Future<List<String>> consumers(String stream);

    Future<Optional<StreamState>> stream(String name);

    /** A message by sequence. */
    Future<Optional<StoredMessage>> get(String stream, long sequence);

    Future<Void> deleteMessage(String stream, long sequence);

    /**
     * Reads a stream in order, from a sequence on, and keeps of each message what {@code pick} makes of it. One chunk of
     * the stream is in memory at a time.
     *
     * @param subject which messages; never empty
     * @param from the first sequence to look at
     * @param most how many are picked before it ends
     * @param pick runs on a worker thread; empty = not wanted
     */
    <T> Future<Scan<T>> scan(
            String stream, String subject, long from, int most, Function<StoredMessage, Optional<T>> pick);

    /**
     * What a reading gave.
     *
     * @param last the highest sequence looked at; the next reading goes on behind it. 0 when there was none
     * @param end everything that was there has been looked at
     */
    record Scan<T>(List<T> picked, long last, boolean end) {
        public Scan {
            picked = List.copyOf(picked);
        }
    }

    /**
     * The durable delivers nothing for so long; zero = from now on it delivers again. What it has delivered may be
     * ended meanwhile.
     */
    Future<Void> pause(String stream, String name, Duration time);

    /** What the server knows of a durable; empty when it has none of that name. */
    Future<Optional<ConsumerState>> consumer(String stream, String name);

    /**
     * A durable at one moment.
     *
     * @param pending messages it has still to deliver for the first time
     * @param unfinished delivered, and neither acknowledged nor ended
     * @param floor stream sequence up to which everything is acknowledged
     * @param delivered the highest stream sequence that it has delivered
     */
    record ConsumerState(
            String stream,
            String name,
            List<String> filters,
            long pending,
            long unfinished,
            long floor,
            long delivered) {
        public ConsumerState {
            filters = List.copyOf(filters);
        }
    }

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

    /**
     * A durable pull consumer with explicit acks. {@code maxDeliver} -1 = unlimited; {@code filters} never empty.
     *
     * @param startSequence where a missing one begins when it is made again; 0 = as {@code fromNow} says
     */
    record ConsumerSpec(
            String stream,
            String name,
            List<String> filters,
            Duration ackWait,
            int maxDeliver,
            int maxAckPending,
            boolean fromNow,
            String description,
            long startSequence) {
        public ConsumerSpec(
                String stream,
                String name,
                List<String> filters,
                Duration ackWait,
                int maxDeliver,
                int maxAckPending,
                boolean fromNow,
                String description) {
            this(stream, name, filters, ackWait, maxDeliver, maxAckPending, fromNow, description, 0);
        }

        /** The same, made again behind what it had finished. */
        public ConsumerSpec resumingAt(long sequence) {
            return new ConsumerSpec(
                    stream, name, filters, ackWait, maxDeliver, maxAckPending, fromNow, description, sequence);
        }

        public ConsumerSpec {
            filters = List.copyOf(filters);
            if (filters.isEmpty()) {
                throw new IllegalArgumentException("a consumer without a filter hears everything: " + name);
            }
        }
    }
}
