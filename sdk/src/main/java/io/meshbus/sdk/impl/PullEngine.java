package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.nats.client.Message;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pulls deliveries of one durable as its sink has room for them, by own requests over core publish: no jnats
 * subscription object, no thread. Two pulls of half the room each, so that one is on its way while the other is filled.
 * Recovers by itself: from lost connections, restarted servers, deleted and recreated consumers. Everything but {@link
 * #receive} is confined to the context of the consumption.
 */
final class PullEngine {
    /** A pull's life; longer ones go deaf behind an import (facts 12). */
    static final Duration PULL_EXPIRES = Duration.ofSeconds(30);
    /** A pull's life while it is not known whether anybody answers. */
    static final Duration PROBE_EXPIRES = Duration.ofSeconds(2);
    /** How long after its end a pull that nobody ended is given up. */
    static final Duration PULL_GRACE = Duration.ofSeconds(1);
    /** Bytes one pull may bring; bounds memory together with the number. */
    static final long PULL_BYTES_MAX = 8L << 20;

    static final Duration PAUSE_FIRST = Duration.ofMillis(100);
    static final Duration PAUSE_MAX = Duration.ofSeconds(2);
    /** A refusal needs somebody to do something; no need to ask often. */
    static final Duration PAUSE_REFUSED_MAX = Duration.ofSeconds(15);

    private static final int BATCH_MAX = 256;
    private static final Logger LOG = LoggerFactory.getLogger(PullEngine.class);

    /** Who takes the deliveries; called on the context only. */
    interface Sink {
        /** Deliveries that may be pulled and not yet begun, less those that wait here now. */
        int room();

        void accept(JnatsDelivery delivery);

        /** After a batch of {@link #accept}. */
        void batchDone();

        void trouble(ProblemException problem);
    }

    private record Status(PullSlot slot, String subject, int code, String text) {}

    private final Plumbing plumbing;
    private final Home home;
    private final String stream;
    private final String consumer;
    private final String pullSubject;
    private final Sink sink;
    private final List<PullSlot> slots;
    private final String refusalKey;
    private final Consumer<Problem> refusal;
    private final Queue<Object> arrived = new ConcurrentLinkedQueue<>();
    private final AtomicInteger arrivedCount = new AtomicInteger();

    private boolean stopped;
    private boolean away;
    private boolean probing = true;
    private boolean troubled;
    private Duration pause = Duration.ZERO;
    private long pausedUntil = System.nanoTime();

    PullEngine(Plumbing plumbing, Home home, String stream, String consumer, Sink sink) {
        Guard.token(stream);
        Guard.token(consumer);
        this.plumbing = plumbing;
        this.home = home;
        this.stream = stream;
        this.consumer = consumer;
        this.sink = sink;
        this.pullSubject = plumbing.options().apiPrefix() + ".CONSUMER.MSG.NEXT." + stream + "." + consumer;
        String inbox = plumbing.options().principal().inboxPrefix() + "."
                + plumbing.tokens().next();
        this.slots = List.of(new PullSlot(inbox + ".a."), new PullSlot(inbox + ".b."));
        this.refusalKey = Violations.key(Violations.Kind.PUBLISH, pullSubject, null);
        this.refusal = problem -> home.land(() -> refused(problem));
    }

    String name() {
        return stream + "/" + consumer;
    }

    void start() {
        away = plumbing.wire().state() != BusState.CONNECTED;
        plumbing.violations().watch(refusalKey, refusal);
        try {
            for (PullSlot slot : slots) {
                slot.route = plumbing.wire().route(slot.pattern(), null, message -> receive(slot, message));
            }
        } catch (ProblemException e) {
            sink.trouble(e);
        }
        refill();
    }

    /** On the reader thread: converts, queues, hops once for all that wait. */
    private void receive(PullSlot slot, Message message) {
        Object item = item(slot, message);
        if (item == null) {
            return;
        }
        arrived.add(item);
        if (arrivedCount.getAndIncrement() == 0) {
            home.land(this::drain);
        }
    }

    private @Nullable Object item(PullSlot slot, Message message) {
        int code = Convert.status(message);
        if (code != 0) {
            return new Status(
                    slot,
                    message.getSubject(),
                    code,
                    String.valueOf(message.getStatus().getMessage()));
        }
        String ack = message.getReplyTo();
        AckAddress address = AckAddress.of(stream, consumer, ack);
        if (ack == null || address == null) {
            plumbing.counters().misdirected.increment();
            return null;
        }
        if (address.attempt() > 1) {
            plumbing.counters().redelivered.increment();
        }
        return new JnatsDelivery(
                slot, plumbing.wire(), home, ack, address, Convert.message(message, null), System.nanoTime());
    }

    private void drain() {
        int done = 0;
        for (Object item; done < BATCH_MAX && (item = arrived.poll()) != null; ) {
            done++;
            if (item instanceof JnatsDelivery delivery) {
                delivery.slot.received();
                pause = Duration.ZERO;
                sink.accept(delivery);
            } else {
                status((Status) item);
            }
        }
        recovered();
        sink.batchDone();
        refill();
        if (arrivedCount.addAndGet(-done) > 0) {
            home.land(this::drain);
        }
    }

    private void status(Status status) {
        if (!status.slot.isCurrent(status.subject)) {
            return;
        }
        PullStatus meaning = PullStatus.of(status.code, status.text);
        if (meaning == PullStatus.ALIVE) {
            return;
        }
        status.slot.end();
        switch (meaning) {
            case DISTURBED -> disturbed(PAUSE_MAX);
            case REFUSED -> {
                disturbed(PAUSE_REFUSED_MAX);
                tell(refusedBy(status));
            }
            default -> pause = Duration.ZERO;
        }
    }

    private ProblemException refusedBy(Status status) {
        return new Problem(
                        ProblemCode.FAILED,
                        "the consumer gives no messages",
                        name(),
                        "the server says: " + status.code + " " + Guard.shown(status.text),
                        "it is pulled again by itself; check that the controller has asserted the consumer")
                .asException();
    }

    private void disturbed(Duration max) {
        probing = true;
        Duration doubled = pause.isZero() ? PAUSE_FIRST : pause.multipliedBy(2);
        pause = doubled.compareTo(max) > 0 ? max : doubled;
        pausedUntil = System.nanoTime() + pause.toNanos();
        plumbing.own().after(pause.toNanos(), () -> home.land(this::refill));
    }

    /** The server does not let this principal pull. */
    private void refused(Problem problem) {
        slots.forEach(PullSlot::end);
        disturbed(PAUSE_REFUSED_MAX);
        tell(problem.asException());
    }

    private void tell(ProblemException problem) {
        if (!troubled) {
            troubled = true;
            LOG.warn("consumption-troubled consumer={} problem=\"{}\"", name(), problem.getMessage());
            sink.trouble(problem);
        }
    }

    private void recovered() {
        if (!pause.isZero()) {
            return;
        }
        probing = false;
        if (troubled) {
            troubled = false;
            LOG.info("consumption-recovered consumer={}", name());
        }
    }

    int outstanding() {
        return slots.get(0).remaining() + slots.get(1).remaining();
    }

    /** Pulls what the sink has room for, in halves, unless most of it is on its way already. */
    void refill() {
        for (PullSlot slot : slots) {
            if (slot.isOpen() || stopped || away || System.nanoTime() - pausedUntil < 0) {
                continue;
            }
            int out = outstanding();
            int room = sink.room() - out;
            int half = (room + out + 1) / 2;
            if (room < 1 || (out > 0 && room < half / 2)) {
                return;
            }
            pull(slot, Math.min(room, half));
        }
    }

    private void pull(PullSlot slot, int batch) {
        Duration expires = probing ? PROBE_EXPIRES : PULL_EXPIRES;
        long giveUp = System.nanoTime() + expires.plus(PULL_GRACE).toNanos();
        String request =
                "{\"batch\":" + batch + ",\"expires\":" + expires.toNanos() + ",\"max_bytes\":" + PULL_BYTES_MAX + "}";
        try {
            plumbing.wire()
                    .publish(pullSubject, slot.begin(batch, giveUp), null, request.getBytes(StandardCharsets.US_ASCII));
        } catch (ProblemException e) {
            slot.end();
            disturbed(PAUSE_MAX);
        }
    }

    /** The watchdog: gives up pulls that nobody ended, pulls where there is room and no pull is out. */
    void sweep(long now) {
        for (PullSlot slot : slots) {
            if (slot.isOverdue(now)) {
                LOG.debug("pull-lost consumer={}", name());
                slot.end();
                probing = true;
            }
        }
        refill();
    }

    /** The connection came or went: whatever was on its way is lost with it. */
    void connected(boolean isConnected) {
        away = !isConnected;
        slots.forEach(PullSlot::end);
        probing = true;
        pause = Duration.ZERO;
        pausedUntil = System.nanoTime();
        refill();
    }

    /**
     * Stops pulling. What the server has sent already is still received: a round trip first, then the interest goes, then
     * the rest is drained.
     */
    Future<Void> stop() {
        stopped = true;
        plumbing.violations().unwatch(refusalKey, refusal);
        Future<Void> received = away ? home.succeeded() : plumbing.flusher().flush(home);
        return received.otherwiseEmpty().compose(done -> {
            routes(plumbing.wire()::unsubscribe);
            Promise<Void> drained = home.promise();
            home.land(() -> {
                routes(plumbing.wire()::forget);
                drained.complete();
            });
            return drained.future();
        });
    }

    private void routes(Consumer<Route> action) {
        for (PullSlot slot : slots) {
            Route route = slot.route;
            if (route != null) {
                action.accept(route);
            }
        }
    }
}
