package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that publishes and waits for one answer: core requests and direct gets. */
final class Requests {
    /** Status of the server's "no responders". */
    static final int NO_RESPONDERS = 503;
    /** Status of a direct get that found nothing. */
    static final int NOT_FOUND = 404;
    /** How long the JetStream API may take. */
    static final Duration API_TIMEOUT = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(Requests.class);

    private final Wire wire;
    private final Publisher publisher;
    private final ReplyMux mux;

    Requests(Wire wire, Publisher publisher, ReplyMux mux) {
        this.wire = wire;
        this.publisher = publisher;
        this.mux = mux;
    }

    Future<Message> request(Message message, Duration timeout, Home home) {
        return ask(message, timeout, home, answer -> {
            if (Convert.status(answer) == NO_RESPONDERS) {
                throw noResponder(message.subject());
            }
            return Convert.message(answer);
        });
    }

    Future<Optional<StoredMessage>> last(String apiPrefix, String stream, String subject, Home home) {
        Message message;
        try {
            Guard.token(stream);
            message = Message.of(
                    apiPrefix + ".DIRECT.GET." + stream + "." + subject, io.vertx.core.buffer.Buffer.buffer());
            Guard.literal(message.subject(), wire.unicodeSubjects());
        } catch (ProblemException e) {
            return home.failed(e);
        }
        return ask(message, API_TIMEOUT, home, answer -> DirectGet.read(message.subject(), answer));
    }

    /** Sends with a reply address of the mux and reads the answer with {@code reader}. */
    <T> Future<T> ask(Message message, Duration timeout, Home home, Function<io.nats.client.Message, T> reader) {
        return ask(message, timeout, home, reader, false);
    }

    /** @param repeatable whether the server recognises it when it comes a second time, after a lost connection */
    <T> Future<T> ask(
            Message message,
            Duration timeout,
            Home home,
            Function<io.nats.client.Message, T> reader,
            boolean repeatable) {
        long started = System.nanoTime();
        PendingReply<T> pending = new PendingReply<>(
                message.subject(), started + timeout.toNanos(), home, reader, late -> timedOut(late.subject, timeout));
        if (repeatable) {
            pending.resendBy(reply -> resend(message, reply));
        }
        try {
            send(message, pending);
        } catch (ProblemException e) {
            return home.failed(e);
        }
        return pending.future();
    }

    private void send(Message message, PendingReply<?> pending) {
        String reply = mux.open(pending);
        try {
            publisher.send(message, reply);
        } catch (ProblemException e) {
            mux.cancel(reply);
            throw e;
        }
    }

    private void resend(Message message, String reply) {
        try {
            publisher.send(message, reply);
        } catch (ProblemException e) {
            LOG.debug("resend-skipped subject={} problem=\"{}\"", message.subject(), e.getMessage());
        }
    }

    private Problem timedOut(String subject, Duration timeout) {
        if (wire.state() != BusState.CONNECTED) {
            return wire.away("no answer within " + timeout.toMillis() + " ms", null)
                    .problem();
        }
        return new Problem(
                ProblemCode.TIMED_OUT,
                "no answer came",
                subject,
                "waited " + timeout.toMillis() + " ms",
                "ask again if the call may run twice, or allow it more time");
    }

    static ProblemException noResponder(String subject) {
        return new Problem(
                        ProblemCode.NO_RESPONDER,
                        "nobody serves this subject",
                        subject,
                        "the server says: no responders",
                        "start who serves it, or correct the name")
                .asException();
    }
}
