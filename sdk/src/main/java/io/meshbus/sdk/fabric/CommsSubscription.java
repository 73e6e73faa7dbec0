package io.meshbus.sdk.fabric;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PoisonException;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.Subscription;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One subscribed subject: its durable is shared with the other instances, its deliveries are checked and handed to the
 * handler, and what ended without a word is parked from the stream.
 */
final class CommsSubscription implements FabricSubscription {
    private static final Logger LOG = LoggerFactory.getLogger(CommsSubscription.class);

    private final Bus bus;
    private final StreamAdmin admin;
    private final FabricOptions options;
    private final Meters meters;
    private final Parking parking;
    private final String subject;
    private final boolean everyTenant;
    private final Function<FabricEvent, Future<?>> handler;
    private final DurableKeeper keeper;
    private final Runnable ended;
    private volatile @Nullable Consumption consumption;
    private volatile @Nullable Subscription advisories;
    private volatile @Nullable Future<Void> ending;

    CommsSubscription(
            Bus bus,
            StreamAdmin admin,
            FabricOptions options,
            Meters meters,
            String subject,
            boolean everyTenant,
            Function<FabricEvent, Future<?>> handler,
            Runnable ended) {
        this.bus = bus;
        this.admin = admin;
        this.options = options;
        this.meters = meters;
        this.parking = new Parking(bus, meters);
        this.subject = subject;
        this.everyTenant = everyTenant;
        this.handler = handler;
        this.keeper = new DurableKeeper(admin, options, subject, meters);
        this.ended = ended;
    }

    private String durable() {
        return FabricIds.durable(subject);
    }

    /** Makes or joins the durable, and begins to draw, on the caller's context. */
    Future<FabricSubscription> start() {
        return keeper.require().compose(required -> listen()).map(listening -> {
            advisories = listening;
            Consumption drawing = bus.consume(
                    FabricSubjects.STREAM,
                    durable(),
                    FabricSpecs.consume(options, everyTenant),
                    this::deliver,
                    parking);
            drawing.exceptionHandler(trouble -> sweep());
            consumption = drawing;
            LOG.info("fabric-subscribed subject={} durable={}", subject, durable());
            return (FabricSubscription) this;
        });
    }

    @Override
    public String subject() {
        return subject;
    }

    /** Looks after the durable; called every few seconds. */
    void sweep() {
        if (ending == null && consumption != null) {
            keeper.sweep();
        }
    }

    private Future<?> deliver(Delivery delivery) {
        EventRef ref;
        try {
            ref = RefReader.read(delivery.message());
        } catch (PoisonException unfit) {
            return Future.failedFuture(unfit);
        }
        Future<?> handled = handler.apply(new FabricEvent(ref, delivery.attempt(), delivery.streamSequence()));
        if (handled == null) {
            return Future.failedFuture(new IllegalStateException("the handler gave no future"));
        }
        return handled.onSuccess(done -> meters.handled.increment());
    }

    /** In a group, so that one of the instances hears that the last attempt has ended without a word. */
    private Future<Subscription> listen() {
        return bus.subscribe(FabricSubjects.maxDeliveries(durable()), durable(), this::abandoned);
    }

    private void abandoned(Message advisory) {
        MaxDeliveries said;
        try {
            said = MaxDeliveries.decode(advisory.body());
        } catch (ProblemException unreadable) {
            LOG.warn("advisory-unreadable subject={} problem=\"{}\"", subject, unreadable.getMessage());
            return;
        }
        admin.get(FabricSubjects.STREAM, said.sequence())
                .compose(found -> found.isEmpty()
                        ? Future.failedFuture("the stream has it no more")
                        : parking.park(
                                found.get().message(),
                                ParkCause.NO_OUTCOME,
                                "the last attempt ended without a word: its instance has died or was cut off",
                                said.deliveries(),
                                said.sequence(),
                                durable()))
                .onFailure(lost -> LOG.warn(
                        "event-not-parked subject={} sequence={} reason=\"{}\"",
                        subject,
                        said.sequence(),
                        lost.getMessage()));
    }

    @Override
    public synchronized Future<Void> unsubscribe() {
        Future<Void> begun = ending;
        if (begun == null) {
            Consumption drawing = consumption;
            Subscription listening = advisories;
            begun = Future.join(
                            drawing == null ? Future.succeededFuture() : drawing.stop(options.closeWithin()),
                            listening == null ? Future.succeededFuture() : listening.cancel())
                    .<Void>mapEmpty()
                    .onComplete(done -> {
                        meters.forget(subject);
                        ended.run();
                    });
            ending = begun;
        }
        return begun;
    }
}
