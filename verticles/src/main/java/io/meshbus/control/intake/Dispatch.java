package io.meshbus.control.intake;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.store.Store.Reported;
import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PoisonException;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.MeshSubject;
import io.meshbus.sdk.wire.BrokerReport;
import io.meshbus.sdk.wire.EnrolmentRequest;
import io.meshbus.sdk.wire.Push;
import io.meshbus.sdk.wire.Report;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import java.time.Clock;
import java.time.Duration;

/**
 * Who gets a message of CONTROL. The future succeeds when it may be acknowledged, fails with a {@link PoisonException}
 * when it never can be handled, with anything else when it must be held.
 */
final class Dispatch {
    private final Vertx vertx;
    private final Outstanding outstanding;
    private final ReportBatches reports;
    private final Held held;
    private final Clock clock;
    private final DeliveryOptions toVerticle;

    Dispatch(
            Vertx vertx,
            Outstanding outstanding,
            ReportBatches reports,
            Held held,
            Clock clock,
            Duration verticleTimeout) {
        this.vertx = vertx;
        this.outstanding = outstanding;
        this.reports = reports;
        this.held = held;
        this.clock = clock;
        this.toVerticle = new DeliveryOptions().setSendTimeout(verticleTimeout.toMillis());
    }

    Future<?> handle(Delivery delivery) {
        Message message = delivery.message();
        try {
            MeshSubject subject = MeshSubject.parse(message.subject());
            if (subject instanceof MeshSubject.Report from) {
                return report(from, delivery);
            }
            if (subject instanceof MeshSubject.BrokerReport from) {
                BrokerReport report = WireCodec.decode(message.body(), BrokerReport.class);
                requireSame(from.node().equals(report.node()), message.subject());
                return Future.succeededFuture();
            }
            if (subject instanceof MeshSubject.Enrol) {
                WireCodec.decode(message.body(), EnrolmentRequest.class);
                return ask(ControlAddress.ENROL, delivery);
            }
            if (subject instanceof MeshSubject.Push) {
                WireCodec.decode(message.body(), Push.class);
                return ask(ControlAddress.PUSH, delivery);
            }
            throw new PoisonException("nobody takes " + message.subject() + " from CONTROL");
        } catch (ProblemException e) {
            return Future.failedFuture(new PoisonException(e.problem().line(), e));
        } catch (PoisonException e) {
            return Future.failedFuture(e);
        }
    }

    private static void requireSame(boolean same, String subject) {
        if (!same) {
            throw new PoisonException("the payload names another node than its subject " + subject);
        }
    }

    /** Stale is decided before the store is waited on (spec 3.1). */
    private Future<?> report(MeshSubject.Report from, Delivery delivery) {
        Report report = WireCodec.decode(delivery.message().body(), Report.class);
        requireSame(from.node().equals(report.node()), delivery.message().subject());
        return outstanding.isStale(report).compose(stale -> {
            if (stale) {
                held.countStale();
                return Future.succeededFuture();
            }
            return reports.add(new Reported(report, delivery.streamSequence(), clock.instant()))
                    .onSuccess(recorded -> told(report, recorded));
        });
    }

    private void told(Report report, boolean recorded) {
        held.storeBack();
        if (!recorded) {
            held.countStale();
            return;
        }
        vertx.eventBus().publish(ControlAddress.REPORTED, report.node().value());
        if (report.outcome() == Report.Outcome.CONVERGED) {
            vertx.eventBus().publish(ControlAddress.DESIRED_CHANGED, null);
        }
    }

    private Future<?> ask(String address, Delivery delivery) {
        return vertx.eventBus()
                .request(
                        address,
                        delivery.message().body(),
                        new DeliveryOptions(toVerticle)
                                .addHeader(ControlAddress.ATTEMPT, Long.toString(delivery.attempt())));
    }
}
