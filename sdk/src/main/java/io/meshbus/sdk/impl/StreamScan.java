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
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * One reading of a stream through a consumer of its own, which it removes and the server would forget by itself. For a
 * worker thread: every step blocks.
 */
final class StreamScan<T> {
    /** Messages of one pull: what is in memory at a time. */
    private static final int CHUNK = 64;

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
