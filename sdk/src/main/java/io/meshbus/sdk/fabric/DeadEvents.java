package io.meshbus.sdk.fabric;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.Stored;
import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.Asserted;
import io.meshbus.sdk.bus.StreamAdmin.Scan;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What was parked, kept for an operator to look at later (spec 6.3): {@code compass.dlq.comms} stays a tap, recovery ends in
 * the row. For somebody who may manage the account's streams; the servers of a mesh may not.
 */
public final class DeadEvents {
    private final Bus bus;
    private final StreamAdmin admin;
    private final Gate gate;

    DeadEvents(Bus bus, StreamAdmin admin, Gate gate) {
        this.bus = bus;
        this.admin = admin;
        this.gate = gate;
    }

    /** Keeps what is parked from now on, seven days and 256 MiB of it; again is no change. */
    public Future<Asserted> keep(int replicas) {
        return gate.through(() -> admin.assertStream(FabricSpecs.dead(replicas)));
    }

    /**
     * Dead events in their order.
     *
     * @param from the first number to look at; 0 is the oldest
     * @param most how many at most; the next page begins behind {@link Scan#last}
     */
    public Future<Scan<Dead>> list(long from, int most) {
        return gate.through(() -> admin.scan(
                FabricSubjects.DEAD_STREAM,
                FabricSubjects.DEAD_LETTER,
                from,
                most,
                stored -> Optional.of(Dead.of(stored))));
    }

    public Future<Optional<Dead>> show(long number) {
        return gate.through(() -> admin.get(FabricSubjects.DEAD_STREAM, number).map(found -> found.map(Dead::of)));
    }

    /**
     * Publishes the original bytes on the original subject under a fresh id, to every durable that hears it; the dead event
     * goes only once that is stored. Fails with {@code UNKNOWN_NAME} where there is none of that number.
     */
    public Future<Stored> redrive(long number) {
        return show(number)
                .compose(found ->
                        found.map(Future::succeededFuture).orElseGet(() -> Future.failedFuture(unknown(number))))
                .compose(dead -> bus.store(
                        Message.of(dead.subject(), dead.body()), PublishOptions.id("redrive-" + UUID.randomUUID())))
                .compose(stored -> drop(number).map(stored));
    }

    /** Forgets it; one that is not there is no fault. */
    public Future<Void> drop(long number) {
        return gate.through(() -> admin.deleteMessage(FabricSubjects.DEAD_STREAM, number));
    }

    private static RuntimeException unknown(long number) {
        return Problem.of(
                        ProblemCode.UNKNOWN_NAME,
                        "there is no dead event " + number,
                        "it was redriven or dropped, or it has aged out",
                        "list them")
                .asException();
    }

    /**
     * A parked event as it is kept.
     *
     * @param number names it
     * @param subject where it was
     * @param consumer the durable whose attempts failed
     * @param sequence its place in {@link FabricSubjects#STREAM}
     */
    public record Dead(
            long number,
            Instant parked,
            String subject,
            String reason,
            long attempts,
            String consumer,
            long sequence,
            Buffer body) {
        static Dead of(StoredMessage stored) {
            Headers headers = stored.message().headers();
            return new Dead(
                    stored.sequence(),
                    stored.time(),
                    ParkHeaders.subject(text(headers, ParkHeaders.ORIGINAL_SUBJECT)),
                    text(headers, ParkHeaders.REASON),
                    count(headers, ParkHeaders.ATTEMPTS),
                    text(headers, ParkHeaders.CONSUMER),
                    count(headers, ParkHeaders.SEQUENCE),
                    stored.message().body());
        }

        /** Anybody may have published there: what is missing is shown as missing. */
        private static String text(Headers headers, String name) {
            @Nullable String value = headers.first(name);
            return value == null ? "" : value;
        }

        private static long count(Headers headers, String name) {
            String value = text(headers, name);
            return value.matches("[0-9]{1,18}") ? Long.parseLong(value) : 0;
        }
    }
}
