package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.buffer.Buffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/** Reads the answer of a direct get: the message with the server's own headers, or a status. Pure. */
final class DirectGet {
    private DirectGet() {}

    static Optional<StoredMessage> read(String asked, io.nats.client.Message answer) {
        int status = Convert.status(answer);
        if (status == Requests.NOT_FOUND) {
            return Optional.empty();
        }
        if (status == Requests.NO_RESPONDERS) {
            throw Requests.noResponder(asked);
        }
        if (status != 0) {
            throw unreadable(
                    asked,
                    "the server says: " + status + " "
                            + Guard.shown(answer.getStatus().getMessage()));
        }
        Headers headers = Convert.headers(answer);
        try {
            Message message = new Message(
                    required(asked, headers, "Nats-Subject"), null, headers, Buffer.buffer(answer.getData()));
            return Optional.of(new StoredMessage(
                    message,
                    required(asked, headers, "Nats-Stream"),
                    Long.parseLong(required(asked, headers, "Nats-Sequence")),
                    Instant.parse(required(asked, headers, "Nats-Time-Stamp"))));
        } catch (NumberFormatException | DateTimeException e) {
            throw unreadable(asked, "its headers cannot be read");
        }
    }

    private static String required(String asked, Headers headers, String name) {
        String value = headers.first(name);
        if (value == null) {
            throw unreadable(asked, "header " + name + " is missing");
        }
        return value;
    }

    private static ProblemException unreadable(String asked, String why) {
        return new Problem(ProblemCode.FAILED, "the stream's answer is no message", asked, why, "see the server's log")
                .asException();
    }
}
