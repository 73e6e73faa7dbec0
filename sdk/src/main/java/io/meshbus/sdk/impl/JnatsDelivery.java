package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** One delivery; its first ending goes to the wire, later ones are ignored. Endings are safe from any thread. */
final class JnatsDelivery implements Delivery {
    /** Characters of a reason that reach the server's advisory. */
    static final int REASON_CHARS_MAX = 256;

    private static final byte[] ACK = ascii("+ACK");
    private static final byte[] PROGRESS = ascii("+WPI");
    private static final AtomicIntegerFieldUpdater<JnatsDelivery> ENDED =
            AtomicIntegerFieldUpdater.newUpdater(JnatsDelivery.class, "ended");

    /** The pull that brought it. */
    final PullSlot slot;
    /** When the ack wait last began, as far as we know. Confined to the consumption's context. */
    long extendedNanos;

    final long arrivedNanos;

    private final Wire wire;
    private final Home home;
    private final String ackSubject;
    private final AckAddress address;
    private final Message message;
    private volatile int ended;

    JnatsDelivery(
            PullSlot slot, Wire wire, Home home, String ackSubject, AckAddress address, Message message, long now) {
        this.slot = slot;
        this.wire = wire;
        this.home = home;
        this.ackSubject = ackSubject;
        this.address = address;
        this.message = message;
        this.extendedNanos = now;
        this.arrivedNanos = now;
    }

    @Override
    public Message message() {
        return message;
    }

    @Override
    public String stream() {
        return address.stream();
    }

    @Override
    public String consumer() {
        return address.consumer();
    }

    @Override
    public long attempt() {
        return address.attempt();
    }

    @Override
    public long streamSequence() {
        return address.streamSequence();
    }

    @Override
    public long pending() {
        return address.pending();
    }

    boolean isEnded() {
        return ended != 0;
    }

    @Override
    public Future<Void> ack() {
        return end(ACK);
    }

    @Override
    public Future<Void> nak(Duration delay) {
        return end(
                delay.isZero() || delay.isNegative()
                        ? ascii("-NAK")
                        : ascii("-NAK {\"delay\":" + delay.toNanos() + "}"));
    }

    @Override
    public Future<Void> term(String reason) {
        String line = Guard.shown(reason.replaceAll("\\s+", " ").strip());
        String cut = line.length() > REASON_CHARS_MAX ? line.substring(0, REASON_CHARS_MAX) : line;
        return end(ascii("+TERM " + cut));
    }

    @Override
    public Future<Void> progress() {
        return isEnded() ? home.succeeded() : send(PROGRESS);
    }

    private Future<Void> end(byte[] word) {
        return ENDED.compareAndSet(this, 0, 1) ? send(word) : home.succeeded();
    }

    private Future<Void> send(byte[] word) {
        try {
            wire.publish(ackSubject, null, null, word);
            return home.succeeded();
        } catch (ProblemException e) {
            return home.failed(e);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
