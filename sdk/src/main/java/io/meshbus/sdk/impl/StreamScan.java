package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.bus.StreamAdmin.Scan;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.PullSubscribeOptions;
import io.nats.client.api.AckPolicy;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.RetentionPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One reading of a stream: through a consumer of its own, which it removes and the server would forget by itself, or step by
 * step where there may be no second consumer. For a worker thread: it blocks.
 */
final class StreamScan<T> {
    /** Messages of one pull: what is in memory at a time. */
    private static final int CHUNK = 64;

    /** Messages of a work queue looked at by one reading. */
    private static final int STEPS_MAX = 5_000;

    private static final Duration CHUNK_TIMEOUT = Duration.ofSeconds(5);
    /** The server removes it when nobody pulled for so long: this process may die in the middle. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofSeconds(15);

    private final JetStreamManagement management;
    private final JetStream jetStream;
    private final String stream;
    private final String subject;
    private final int most;
    private final Function<StoredMessage, Optional<T>> pick;

    private final List<T> picked = new ArrayList<>();
    private long last;

    StreamScan(
            JetStreamManagement management,
            JetStream jetStream,
            String stream,
            String subject,
            int most,
            Function<StoredMessage, Optional<T>> pick) {
        this.management = management;
        this.jetStream = jetStream;
        this.stream = stream;
        this.subject = subject;
        this.most = most;
        this.pick = pick;
    }

    Scan<T> from(long sequence) throws IOException, JetStreamApiException {
        return management.getStreamInfo(stream).getConfiguration().getRetentionPolicy() == RetentionPolicy.WorkQueue
                ? stepping(Math.max(1, sequence))
                : reading(sequence);
    }

    /** A work queue has no other consumer than its own (facts 1): its messages are asked for one by one. */
    private Scan<T> stepping(long first) throws IOException, JetStreamApiException {
        long next = first;
        for (int steps = 0; steps < STEPS_MAX; steps++) {
            MessageInfo found = next(next);
            if (found == null) {
                return new Scan<>(picked, last, true);
            }
            last = found.getSeq();
            next = last + 1;
            pick.apply(JnatsStreamAdmin.stored(stream, found)).ifPresent(picked::add);
            if (picked.size() >= most) {
                break;
            }
        }
        return new Scan<>(picked, last, next(next) == null);
    }

    private @Nullable MessageInfo next(long sequence) throws IOException, JetStreamApiException {
        try {
            return management.getNextMessage(stream, sequence, subject);
        } catch (JetStreamApiException e) {
            if (e.getApiErrorCode() == JnatsStreamAdmin.MESSAGE_NOT_FOUND) {
                return null;
            }
            throw e;
        }
    }

    private Scan<T> reading(long sequence) throws IOException, JetStreamApiException {
        String name = "scan-" + UUID.randomUUID();
        ConsumerInfo made = management.createConsumer(
                stream,
                ConsumerConfiguration.builder()
                        .name(name)
                        .filterSubjects(subject)
                        .ackPolicy(AckPolicy.None)
                        .deliverPolicy(DeliverPolicy.ByStartSequence)
                        .startSequence(Math.max(1, sequence))
                        .inactiveThreshold(FORGOTTEN_AFTER)
                        .memStorage(true)
                        .numReplicas(1)
                        .build());
        try {
            return new Scan<>(picked, last, read(name, made.getCalculatedPending()));
        } finally {
            management.deleteConsumer(stream, name);
        }
    }

    /** Whether everything that was there at the beginning has been looked at. */
    private boolean read(String name, long pending) throws IOException, JetStreamApiException {
        JetStreamSubscription subscription = jetStream.subscribe(null, PullSubscribeOptions.fastBind(stream, name));
        try {
            long left = pending;
            while (left > 0) {
                List<Message> chunk = subscription.fetch((int) Math.min(CHUNK, left), CHUNK_TIMEOUT);
                if (chunk.isEmpty()) {
                    throw new IOException("the stream did not give what it has");
                }
                for (Message message : chunk) {
                    left--;
                    look(message);
                    if (picked.size() >= most) {
                        return left == 0;
                    }
                }
            }
            return true;
        } finally {
            subscription.unsubscribe();
        }
    }

    private void look(Message message) {
        last = message.metaData().streamSequence();
        pick.apply(new StoredMessage(
                        Convert.message(message),
                        stream,
                        last,
                        message.metaData().timestamp().toInstant()))
                .ifPresent(picked::add);
    }
}
