package io.meshbus.sdk.fabric;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.bus.Message;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parks events that no attempt could handle: the raw bytes on {@link FabricSubjects#DEAD_LETTER}, and a round trip. It
 * never fails, for a poisoned event that comes for ever is worse than one that is missing there (spec 6.3).
 */
final class Parking implements Bus.FinalFailure {
    private static final Logger LOG = LoggerFactory.getLogger(Parking.class);

    private final Bus bus;
    private final Meters meters;

    Parking(Bus bus, Meters meters) {
        this.bus = bus;
        this.meters = meters;
    }

    @Override
    public Future<?> hand(Delivery delivery, Throwable reason) {
        String said = reason.getMessage();
        return park(
                delivery.message(),
                ParkCause.of(reason),
                said == null || said.isBlank() ? reason.getClass().getSimpleName() : said,
                delivery.attempt(),
                delivery.streamSequence(),
                delivery.consumer());
    }

    Future<Void> park(Message original, ParkCause cause, String reason, long attempts, long sequence, String consumer) {
        meters.parked(cause);
        String shown = ParkHeaders.printable(reason);
        LOG.warn(
                "event-parked cause={} subject={} sequence={} attempts={} reason=\"{}\"",
                cause,
                original.subject(),
                sequence,
                attempts,
                shown);
        Buffer body = original.body();
        return bus.publish(Message.of(
                        FabricSubjects.DEAD_LETTER,
                        ParkHeaders.of(original.subject(), reason, attempts, sequence, consumer),
                        body))
                .compose(published -> bus.flush())
                .recover(failure -> {
                    meters.deadLetterFailures.increment();
                    LOG.warn(
                            "dead-letter-not-published subject={} sequence={} problem=\"{}\"",
                            original.subject(),
                            sequence,
                            failure.getMessage());
                    return Future.succeededFuture();
                });
    }
}
