package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.bus.ConsumeOptions;
import java.util.function.Consumer;

/** Keeps deliveries ours while they wait or run: signals progress well before each half of the ack wait (spec 4.2). */
final class AckKeeper {
    /** Parts of the ack wait after which progress is due. */
    private static final int DUE_PARTS = 3;
    /** Sweeps within one ack wait. */
    private static final int SWEEP_PARTS = 8;

    static final long SWEEP_MILLIS_MIN = 10;
    static final long SWEEP_MILLIS_MAX = 1_000;

    private final Wire wire;
    private final long ackWaitNanos;
    private final long holdNanosMax;

    AckKeeper(Wire wire, ConsumeOptions options) {
        this.wire = wire;
        this.ackWaitNanos = options.ackWait().toNanos();
        this.holdNanosMax = options.hold().toNanos();
    }

    static long sweepMillis(ConsumeOptions options) {
        long part = options.ackWait().toMillis() / SWEEP_PARTS;
        return Math.max(SWEEP_MILLIS_MIN, Math.min(SWEEP_MILLIS_MAX, part));
    }

    /** Signals progress if it is due and the server can hear it. */
    void keep(JnatsDelivery delivery, long now) {
        if (now - delivery.extendedNanos >= ackWaitNanos / DUE_PARTS && wire.state() == BusState.CONNECTED) {
            delivery.extendedNanos = now;
            delivery.progress();
        }
    }

    /** Whether the server has meanwhile given it to somebody, so that it must not begin here. */
    boolean isLost(JnatsDelivery delivery, long now) {
        return now - delivery.extendedNanos >= ackWaitNanos;
    }

    /** Keeps what waits; gives back what nobody began within the hold. */
    void keepWaiting(KeyLanes waiting, Consumer<JnatsDelivery> giveBack, long now) {
        waiting.removeIf(delivery -> {
            if (isLost(delivery, now)) {
                return true;
            }
            if (now - delivery.arrivedNanos >= holdNanosMax) {
                giveBack.accept(delivery);
                return true;
            }
            keep(delivery, now);
            return false;
        });
    }
}
