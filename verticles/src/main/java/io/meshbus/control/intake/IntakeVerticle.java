package io.meshbus.control.intake;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.ControllerConfig;
import io.meshbus.control.intake.rules.HoldDelays;
import io.meshbus.control.store.Store;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PoisonException;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.DeadLetter;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.json.JsonObject;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes CONTROL in (spec 3.1): nothing is acknowledged that is not recorded, nothing is lost, nothing applied twice. */
public final class IntakeVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(IntakeVerticle.class);
    /** Messages in hand at once: two full batches. */
    private static final int IN_HAND_MAX = 2 * ReportBatches.BATCH_MAX;
    /** More than a verticle takes, less than the durable's ack wait of 30 s. */
    private static final Duration VERTICLE_TIMEOUT = Duration.ofSeconds(28);

    private static final Duration STOP_DEADLINE = Duration.ofSeconds(5);
    private static final int REASON_CHARS_MAX = 500;

    private final ControllerConfig config;
    private final Bus mesh;
    private final Bus streams;
    private final Store store;
    private final Clock clock;
    private final SecureRandom random;
    private final Held held;
    private @Nullable Consumption consumption;

    public IntakeVerticle(
            ControllerConfig config, Bus mesh, Bus streams, Store store, Clock clock, SecureRandom random) {
        this.config = config;
        this.mesh = mesh;
        this.streams = streams;
        this.store = store;
        this.clock = clock;
        this.random = random;
        this.held = new Held(clock);
    }

    @Override
    public Future<?> start() {
        Heartbeats heartbeats = new Heartbeats(vertx, clock, config.quietAfter());
        vertx.eventBus().consumer(ControlAddress.INTAKE_STATE, asked -> asked.reply(state(heartbeats)));
        return heartbeats.start(mesh).map(subscribed -> consume());
    }

    private JsonObject state(Heartbeats heartbeats) {
        return held.state().put("unheardIsQuiet", heartbeats.unheardIsQuiet()).put("nodes", heartbeats.state());
    }

    private Consumption consume() {
        Dispatch dispatch = new Dispatch(
                vertx, new Outstanding(streams), new ReportBatches(vertx, store), held, clock, VERTICLE_TIMEOUT);
        ConsumeOptions options = ConsumeOptions.DEFAULT
                .withConcurrency(IN_HAND_MAX)
                .withPrefetch(IN_HAND_MAX)
                .withMaxDeliver(-1);
        Consumption drawn = streams.consume(Streams.CONTROL, Streams.CONTROLLER_CONSUMER, options);
        consumption = drawn;
        drawn.exceptionHandler(fault -> LOG.error("intake-failed why={}", String.valueOf(fault.getMessage())));
        drawn.handler(delivery -> dispatch.handle(delivery)
                .transform(done -> end(delivery, done.succeeded() ? null : done.cause()))
                .onComplete(ended -> drawn.fetch(1)));
        drawn.fetch(IN_HAND_MAX);
        return drawn;
    }

    private Future<Void> end(Delivery delivery, @Nullable Throwable fault) {
        if (fault == null) {
            held.release(delivery.streamSequence());
            return delivery.ack();
        }
        if (fault instanceof PoisonException poison) {
            held.release(delivery.streamSequence());
            return bury(delivery, poison);
        }
        if (isStoreAway(fault)) {
            held.storeAway(String.valueOf(fault.getMessage()));
        } else {
            LOG.warn(
                    "held sequence={} attempt={} why={}",
                    delivery.streamSequence(),
                    delivery.attempt(),
                    String.valueOf(fault.getMessage()));
        }
        held.hold(delivery.streamSequence());
        return delivery.nak(HoldDelays.after(delivery.attempt(), random.nextDouble()));
    }

    private static boolean isStoreAway(Throwable fault) {
        return (fault instanceof ProblemException problem && problem.code() == ProblemCode.STORE_AWAY)
                || (fault instanceof ReplyException reply && reply.failureCode() == ProblemCode.STORE_AWAY.number());
    }

    /** Undecodable: kept as a dead letter, then ended for ever (spec 2.4); held while it cannot be kept. */
    private Future<Void> bury(Delivery delivery, PoisonException poison) {
        held.countPoisoned();
        String why = String.valueOf(poison.getMessage());
        String reason = why.length() > REASON_CHARS_MAX ? why.substring(0, REASON_CHARS_MAX) : why;
        LOG.warn(
                "poison sequence={} subject={} why={}",
                delivery.streamSequence(),
                delivery.message().subject(),
                reason);
        DeadLetter letter = new DeadLetter(
                WireCodec.VERSION,
                delivery.stream(),
                delivery.consumer(),
                delivery.streamSequence(),
                delivery.message().subject(),
                "controller",
                delivery.attempt(),
                "POISON",
                reason,
                delivery.message().headers().values(),
                Base64.getEncoder().encodeToString(delivery.message().body().getBytes()));
        String id = delivery.stream() + ":" + delivery.consumer() + ":" + delivery.streamSequence();
        return streams.store(Message.of(Subjects.DEAD_LETTERS, WireCodec.encode(letter)), PublishOptions.id(id))
                .compose(kept -> delivery.term(reason))
                .recover(fault -> delivery.nak(HoldDelays.after(delivery.attempt(), random.nextDouble())));
    }

    @Override
    public Future<?> stop() {
        Consumption drawn = consumption;
        return drawn == null ? Future.succeededFuture() : drawn.stop(STOP_DEADLINE);
    }
}
