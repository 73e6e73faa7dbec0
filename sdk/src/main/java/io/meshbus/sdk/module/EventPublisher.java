package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.schema.SchemaCheck;
import io.meshbus.sdk.wire.Envelope;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** {@link Mesh#publish}: schema, envelope, size, then the stream's acknowledgement. */
final class EventPublisher {
    /** Sends of one event while no acknowledgement comes; its id makes the stream keep it once. */
    static final int ATTEMPTS_MAX = 3;

    private final Bus bus;
    private final String source;
    private final Chance chance;
    private final Map<String, SchemaCheck> checks = new HashMap<>();

    EventPublisher(Bus bus, ModuleContext context, Chance chance) {
        this.bus = bus;
        this.source = "mesh://" + context.mesh() + "/" + context.node() + "/"
                + context.manifest().module();
        this.chance = chance;
    }

    /** Completes with the event's id. */
    Future<String> publish(Declared.Emitted emitted, Object data, EventOptions options) {
        String name = emitted.ref().toString();
        Buffer json = Json.write(data);
        Optional<SchemaCheck.Misfit> misfit = checks.computeIfAbsent(name, n -> SchemaCheck.of(emitted.schema()))
                .check(json);
        if (misfit.isPresent()) {
            return Future.failedFuture(misfit.get().problem("event " + name).asException());
        }
        Envelope envelope = envelope(name, json, options);
        Buffer body = Json.limited("event " + name, envelope.encode());
        Headers headers = Headers.of(WireHeaders.TRACEPARENT, String.valueOf(envelope.traceparent()));
        Message message = Message.of(emitted.ref().subject(), headers, body);
        return store(message, PublishOptions.id(envelope.id()), 1).map(envelope.id());
    }

    private Envelope envelope(String name, Buffer json, EventOptions options) {
        return new Envelope(
                Optional.ofNullable(options.id()).orElseGet(chance.ids()),
                source,
                name,
                options.subject(),
                chance.clock().instant(),
                Envelope.JSON,
                null,
                chance.traces().after(options.traceparent()),
                Map.of(),
                json);
    }

    private Future<Void> store(Message message, PublishOptions options, int attempt) {
        return bus.store(message, options).<Void>mapEmpty().recover(failure -> {
            boolean unknown = failure instanceof ProblemException p && p.code() == ProblemCode.TIMED_OUT;
            return unknown && attempt < ATTEMPTS_MAX
                    ? store(message, options, attempt + 1)
                    : Future.failedFuture(failure);
        });
    }
}
