package io.meshbus.control.deadletter;

import io.meshbus.control.deadletter.rules.LetterIdentity;
import io.meshbus.control.store.Store;
import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Consumption;
import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PoisonException;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.subject.MeshSubject;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.DeadLetter;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes each dead letter once (spec 3.8), acknowledged only when it is kept; and answers what persons ask about them. */
public final class DeadLetterVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterVerticle.class);
    private static final int AT_ONCE_MAX = 32;
    private static final List<Duration> DELAYS =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(10));
    private static final int REASON_CHARS_MAX = 1000;
    /** In base64 and with the rest of the letter it is still below what the stream takes. */
    private static final int BODY_BYTES_MAX = 1 << 20;

    private static final Duration STOP_DEADLINE = Duration.ofSeconds(5);

    private final Bus streams;
    private final StreamAdmin admin;
    private final Store store;
    private final String salt;
    private @Nullable Consumption consumption;

    /** @param random for what nobody may guess */
    public DeadLetterVerticle(Bus streams, StreamAdmin admin, Store store, SecureRandom random) {
        this.streams = streams;
        this.admin = admin;
        this.store = store;
        this.salt = Secret.mint(random).revealText();
    }

    @Override
    public Future<?> start() {
        consumption = streams.consume(
                Streams.DEAD_IN,
                Streams.DEAD_LETTER_CONSUMER,
                ConsumeOptions.DEFAULT
                        .withConcurrency(AT_ONCE_MAX)
                        .withMaxDeliver(-1)
                        .withDelays(DELAYS),
                this::handle,
                this::unreadable);
        new LetterDesk(vertx, streams, admin, store, salt).open();
        return Future.succeededFuture();
    }

    @Override
    public Future<?> stop() {
        Consumption drawn = consumption;
        return drawn == null ? Future.succeededFuture() : drawn.stop(STOP_DEADLINE);
    }

    private Future<?> handle(Delivery delivery) {
        Message message = delivery.message();
        try {
            if (message.subject().startsWith(Advisory.SUBJECT_PREFIX)) {
                return ofAdvisory(Advisory.read(message));
            }
            if (MeshSubject.parse(message.subject()) instanceof MeshSubject.Dead dead) {
                return handedOver(dead.module(), WireCodec.decode(message.body(), DeadLetter.class));
            }
            return Future.failedFuture(new PoisonException("nobody takes " + message.subject() + " from DEAD_IN"));
        } catch (ProblemException e) {
            return Future.failedFuture(new PoisonException(e.problem().line(), e));
        }
    }

    /** A module speaks of its own failures only: its durable of EVENTS, or a seat's queue. */
    private Future<?> handedOver(ModuleId from, DeadLetter letter) {
        LetterIdentity identity = new LetterIdentity(letter.stream(), letter.consumer(), letter.sequence());
        boolean own = letter.module().equals(from.value()) && letter.consumer().equals(from.value());
        boolean ofSeat = letter.module().equals(identity.failed()) && identity.staysInQueue();
        return own || ofSeat
                ? keep(identity, letter)
                : Future.failedFuture(new PoisonException(from + " hands over a letter of " + letter.module()));
    }

    private Future<?> ofAdvisory(Advisory advisory) {
        LetterIdentity identity = new LetterIdentity(advisory.stream(), advisory.consumer(), advisory.sequence());
        return admin.get(advisory.stream(), advisory.sequence())
                .compose(found -> found.map(stored -> keep(identity, letter(identity, advisory, stored))
                                .compose(kept -> end(identity)))
                        .orElseGet(() -> gone(identity)));
    }

    /** Somebody ended it, or it was evicted: there is nothing to keep. */
    private static Future<Void> gone(LetterIdentity identity) {
        LOG.info("dead-letter-gone id={}", identity.messageId());
        return Future.succeededFuture();
    }

    private static DeadLetter letter(LetterIdentity identity, Advisory advisory, StoredMessage stored) {
        return new DeadLetter(
                WireCodec.VERSION,
                identity.stream(),
                identity.consumer(),
                identity.sequence(),
                firstSubject(stored.message()),
                identity.failed(),
                advisory.deliveries(),
                "MAX_DELIVERIES",
                "nobody ended its last delivery",
                stored.message().headers().values(),
                Base64.getEncoder().encodeToString(stored.message().body().getBytes()));
    }

    /** What was redriven fails under the subject that it first had. */
    private static String firstSubject(Message message) {
        String original = message.headers().first(WireHeaders.ORIGINAL_SUBJECT);
        return original != null && MeshSubject.parse(message.subject()) instanceof MeshSubject.Redrive
                ? original
                : message.subject();
    }

    private Future<Void> keep(LetterIdentity identity, DeadLetter letter) {
        return version(letter.module())
                .compose(version -> streams.store(
                        Message.of(
                                Subjects.DEAD_LETTERS,
                                Headers.of(WireHeaders.MODULE_VERSION, version),
                                WireCodec.encode(letter)),
                        PublishOptions.id(identity.messageId())))
                .<Void>map(stored -> {
                    if (!stored.duplicate()) {
                        LOG.warn(
                                "dead-letter id={} module={} subject={} code={} attempts={}",
                                identity.messageId(),
                                letter.module(),
                                letter.subject(),
                                letter.code(),
                                letter.attempts());
                    }
                    return null;
                });
    }

    /** Which version failed, as far as the store knows; a letter is kept without it, too. */
    private Future<String> version(String failed) {
        return store.desired(Answers.DERIVED)
                .map(desired -> desired.mesh().definitions().stream()
                        .flatMap(living -> versions(living.definition(), failed))
                        .reduce((older, newer) -> newer)
                        .orElse(""))
                .otherwise("");
    }

    /** Of the module, or of whoever holds the role; where several modules hold it, nobody knows which. */
    private static Stream<String> versions(Definition definition, String failed) {
        List<String> held = definition.modules().values().stream()
                .filter(manifest -> manifest.module().value().equals(failed)
                        || manifest.holds().stream().anyMatch(seat -> failed.equals("seat:" + seat)))
                .map(Manifest::version)
                .toList();
        return held.size() == 1 ? held.stream() : Stream.empty();
    }

    private Future<Void> end(LetterIdentity identity) {
        return identity.staysInQueue()
                ? admin.deleteMessage(identity.stream(), identity.sequence())
                : Future.succeededFuture();
    }

    /** What is no letter, or speaks for another, is a dead letter itself: nothing disappears, and it is not tried for ever. */
    private Future<?> unreadable(Delivery delivery, Throwable reason) {
        LOG.error(
                "dead-letter-unreadable sequence={} subject={} why={}",
                delivery.streamSequence(),
                delivery.message().subject(),
                String.valueOf(reason.getMessage()));
        LetterIdentity identity = new LetterIdentity(delivery.stream(), delivery.consumer(), delivery.streamSequence());
        return keep(
                identity,
                new DeadLetter(
                        WireCodec.VERSION,
                        identity.stream(),
                        identity.consumer(),
                        identity.sequence(),
                        delivery.message().subject(),
                        identity.failed(),
                        delivery.attempt(),
                        ProblemCode.BAD_PAYLOAD.name(),
                        bounded(String.valueOf(reason.getMessage())),
                        delivery.message().headers().values(),
                        encoded(delivery.message().body().getBytes())));
    }

    private static String bounded(String text) {
        return text.length() > REASON_CHARS_MAX ? text.substring(0, REASON_CHARS_MAX) : text;
    }

    /** Without what there is no room for. */
    private static String encoded(byte[] body) {
        return body.length > BODY_BYTES_MAX ? "" : Base64.getEncoder().encodeToString(body);
    }
}
