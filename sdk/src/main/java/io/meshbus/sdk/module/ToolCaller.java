package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.manifest.ToolRef;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;

/** {@link Mesh#request}: one call out, one of six endings back. */
final class ToolCaller {
    private final Bus bus;
    private final Declared declared;
    private final Chance chance;

    ToolCaller(Bus bus, Declared declared, Chance chance) {
        this.bus = bus;
        this.declared = declared;
        this.chance = chance;
    }

    <T> Future<T> request(String tool, Object input, Class<T> type, CallOptions options) {
        ToolRef ref = declared.used(tool);
        long millisLeft = options.timeout().toMillis();
        if (millisLeft <= 0) {
            return Future.failedFuture(
                    Answers.elsewhere(ProblemCode.TIMED_OUT, tool, "no time was left to send it", "allow more time"));
        }
        Buffer body = Json.limited("the input of " + tool, Json.write(input));
        Headers headers = Headers.of(WireHeaders.CALLER, bus.principal().value())
                .with(WireHeaders.DEADLINE, Long.toString(millisLeft))
                .with(WireHeaders.TRACEPARENT, chance.traces().after(options.traceparent()));
        return bus.request(Message.of(ref.subject(), headers, body), options.timeout())
                .recover(failure -> Future.failedFuture(Answers.ofBus(tool, failure)))
                .compose(answer -> output(tool, answer, type));
    }

    private static <T> Future<T> output(String tool, Message answer, Class<T> type) {
        CallException failure = Answers.failureIn(tool, answer);
        if (failure != null) {
            return Future.failedFuture(failure);
        }
        try {
            return Future.succeededFuture(read(answer.body(), type));
        } catch (ProblemException unreadable) {
            return Future.failedFuture(Answers.unreadable(tool, unreadable));
        }
    }

    @SuppressWarnings("NullAway") // Void has no value but null
    private static <T> T read(Buffer body, Class<T> type) {
        return type == Void.class ? null : Json.read(body, type);
    }
}
