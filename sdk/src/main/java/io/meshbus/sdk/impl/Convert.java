package io.meshbus.sdk.impl;

import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Between jnats' messages and ours. Pure. */
final class Convert {
    private Convert() {}

    static Message message(io.nats.client.Message from) {
        return message(from, from.getReplyTo());
    }

    /** A delivery's reply is its ack address, which is nobody's business but the delivery's. */
    static Message message(io.nats.client.Message from, @Nullable String reply) {
        return new Message(from.getSubject(), reply, headers(from), Buffer.buffer(from.getData()));
    }

    static Headers headers(io.nats.client.Message from) {
        io.nats.client.impl.Headers headers = from.hasHeaders() ? from.getHeaders() : null;
        return headers == null ? Headers.NONE : new Headers(headers.toMap());
    }

    static io.nats.client.impl.@Nullable Headers headers(Headers from) {
        if (from.isEmpty()) {
            return null;
        }
        io.nats.client.impl.Headers to = new io.nats.client.impl.Headers();
        for (Map.Entry<String, List<String>> header : from.values().entrySet()) {
            to.put(header.getKey(), header.getValue());
        }
        return to;
    }

    /** A server's numeric status, or 0 for an ordinary message. */
    static int status(io.nats.client.Message message) {
        return message.isStatusMessage() ? message.getStatus().getCode() : 0;
    }
}
