package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.Stored;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;

/**
 * Publishes to streams. "No responders" is asked again a few times, because a stream that has just lost its leader, or
 * whose server has just started, answers so for a moment; nothing was stored then, so asking again is safe. What was on
 * its way when the connection was lost is sent again if it has a message id, by which the server knows it.
 */
final class Stores {
    /** How long an acknowledgement may take, a short absence of the bus included. */
    static final Duration ACK_TIMEOUT = Duration.ofSeconds(10);

    static final int ATTEMPTS_MAX = 4;
    static final Duration ATTEMPT_PAUSE = Duration.ofMillis(250);

    private final Requests requests;
    private final Home own;

    Stores(Requests requests, Home own) {
        this.requests = requests;
        this.own = own;
    }

    Future<Stored> store(Message message, PublishOptions options, Home home) {
        return attempt(guarded(message, options), options.messageId() != null, 1, home);
    }

    private Future<Stored> attempt(Message message, boolean repeatable, int attempt, Home home) {
        Future<Stored> stored = requests.ask(
                message,
                ACK_TIMEOUT,
                home,
                answer -> {
                    if (Convert.status(answer) == Requests.NO_RESPONDERS) {
                        throw Requests.noResponder(message.subject());
                    }
                    return PubAck.read(message.subject(), answer.getData());
                },
                repeatable);
        return attempt == ATTEMPTS_MAX
                ? stored
                : stored.recover(cause -> again(message, repeatable, attempt, home, cause));
    }

    private Future<Stored> again(Message message, boolean repeatable, int attempt, Home home, Throwable cause) {
        boolean nobody = cause instanceof ProblemException known && known.code() == ProblemCode.NO_RESPONDER;
        if (!nobody) {
            return home.failed(cause);
        }
        Promise<Stored> promise = home.promise();
        own.after(
                ATTEMPT_PAUSE.toNanos(),
                () -> attempt(message, repeatable, attempt + 1, home).onComplete(promise));
        return promise.future();
    }

    private static Message guarded(Message message, PublishOptions options) {
        Headers headers = message.headers();
        String id = options.messageId();
        if (id != null) {
            headers = headers.with(WireHeaders.MESSAGE_ID, id);
        }
        Long expected = options.expectedLastSubjectSequence();
        if (expected != null) {
            headers = headers.with(WireHeaders.EXPECTED_LAST_SUBJECT_SEQUENCE, expected.toString());
        }
        return new Message(message.subject(), null, headers, message.body());
    }
}
