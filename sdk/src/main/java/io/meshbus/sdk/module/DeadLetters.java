package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PoisonException;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.Stored;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.subject.MeshSubject;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.DeadLetter;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import java.util.Base64;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands over a delivery that has finally failed (spec 3.8); the delivery is terminated only after the stream has
 * acknowledged it.
 */
final class DeadLetters implements Bus.FinalFailure {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);
    static final int REASON_CHARS_MAX = 1000;
    /** The code of a delivery that its handler called poison. */
    static final String POISON = "POISON";

    private final Bus bus;
    private final ModuleId module;
    private final String failed;

    /** @param failed who failed: the module, or {@code seat:<seat>} */
    DeadLetters(Bus bus, ModuleId module, String failed) {
        this.bus = bus;
        this.module = module;
        this.failed = failed;
    }

    /** A failure that no attempt can mend, with its code. */
    static PoisonException poison(ProblemException failure) {
        return new PoisonException(failure.problem().line(), failure);
    }

    @Override
    public Future<?> hand(Delivery delivery, Throwable reason) {
        Message original = delivery.message();
        LOG.warn(
                "dead-letter failed={} subject={} sequence={} attempts={} code={}",
                failed,
                subjectOf(original),
                delivery.streamSequence(),
                delivery.attempt(),
                code(reason),
                reason);
        String body = Base64.getEncoder().encodeToString(original.body().getBytes());
        return store(letter(delivery, code(reason), reason(reason), body)).recover(failure -> {
            if (failure instanceof ProblemException p && p.code() == ProblemCode.TOO_LARGE) {
                String where = " (its " + original.body().length() + " bytes are in " + delivery.stream() + ")";
                return store(letter(delivery, code(reason), reason(reason) + where, ""));
            }
            return Future.failedFuture(failure);
        });
    }

    private Future<Stored> store(DeadLetter letter) {
        return bus.store(Message.of(Subjects.dead(module), WireCodec.encode(letter)), PublishOptions.PLAIN);
    }

    private DeadLetter letter(Delivery delivery, String code, String reason, String body) {
        Message original = delivery.message();
        return new DeadLetter(
                WireCodec.VERSION,
                delivery.stream(),
                delivery.consumer(),
                delivery.streamSequence(),
                subjectOf(original),
                failed,
                delivery.attempt(),
                code,
                reason,
                original.headers().values(),
                body);
    }

    /** The subject it first had, which a redriven message carries in a header; believed nowhere else. */
    static String subjectOf(Message message) {
        String original = message.headers().first(WireHeaders.ORIGINAL_SUBJECT);
        return original != null && MeshSubject.parse(message.subject()) instanceof MeshSubject.Redrive
                ? original
                : message.subject();
    }

    static String code(Throwable reason) {
        if (reason instanceof PoisonException) {
            return reason.getCause() instanceof ProblemException cause
                    ? cause.code().name()
                    : POISON;
        }
        return reason instanceof ProblemException problem ? problem.code().name() : ProblemCode.FAILED.name();
    }

    static String reason(Throwable reason) {
        String text = reason instanceof PoisonException || reason instanceof ProblemException
                ? String.valueOf(reason.getMessage())
                : String.valueOf(reason);
        return text.length() > REASON_CHARS_MAX ? text.substring(0, REASON_CHARS_MAX) + "…" : text;
    }
}
