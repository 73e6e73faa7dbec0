package io.meshbus.sdk.impl;

import io.nats.client.Message;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bounded queue between the reader thread and a subscription's context. Full, it drops the newest, counts it and
 * says so; core messages are at most once.
 */
final class Inlet implements Route.Receiver {
    private static final Logger LOG = LoggerFactory.getLogger(Inlet.class);
    /** Messages waiting for the context at most. */
    static final int MESSAGES_MAX = 16_384;
    /** Bytes of their bodies at most. */
    static final long BYTES_MAX = 32L << 20;
    /** Messages handed over before other work of the context gets a turn. */
    static final int BATCH_MAX = 256;

    private final Home home;
    private final Counters counters;
    private final String subject;
    private final Consumer<Message> taker;
    private final Queue<Message> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger length = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();
    private final Sparing drops = new Sparing();
    private final Sparing mismatches = new Sparing();

    /** @param taker runs on the context, one message at a time */
    Inlet(Home home, Counters counters, String subject, Consumer<Message> taker) {
        this.home = home;
        this.counters = counters;
        this.subject = subject;
        this.taker = taker;
    }

    @Override
    public void receive(Message message) {
        if (!SubjectMatch.matches(subject, message.getSubject())) {
            counters.misdirected.increment();
            mismatches.note(times -> LOG.warn(
                    "subject-mismatch subscribed={} subject={} times={}",
                    subject,
                    Guard.shown(message.getSubject()),
                    times));
            return;
        }
        int size = message.getData().length;
        if (length.get() >= MESSAGES_MAX || bytes.get() + size > BYTES_MAX) {
            drop();
            return;
        }
        bytes.addAndGet(size);
        queue.add(message);
        if (length.getAndIncrement() == 0) {
            home.land(this::drain);
        }
    }

    private void drop() {
        counters.slow.increment();
        drops.note(times -> LOG.warn("slow-subscriber subject={} dropped={}", subject, times));
    }

    private void drain() {
        int done = 0;
        for (Message message; done < BATCH_MAX && (message = queue.poll()) != null; ) {
            done++;
            bytes.addAndGet(-message.getData().length);
            taker.accept(message);
        }
        if (length.addAndGet(-done) > 0) {
            home.land(this::drain);
        }
    }
}
