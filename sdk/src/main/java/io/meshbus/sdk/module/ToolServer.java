package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.schema.SchemaCheck;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One served tool: from a request to its answer, which always comes (spec 3.9). */
final class ToolServer<T> {
    private static final Logger LOG = LoggerFactory.getLogger(ToolServer.class);
    /** For a tool whose definition is not known here. */
    private static final Duration TIMEOUT_DEFAULT = Duration.ofSeconds(5);

    private final String name;
    private final Class<T> type;
    private final OnContext<Call<T>, ?> handler;
    private final SchemaCheck input;
    private final SchemaCheck output;
    private final long timeoutNanos;
    private final LongSupplier nanoTime;
    private final ToolStats stats;
    private final CallGate gate = new CallGate();

    ToolServer(
            Declared.Served served,
            Class<T> type,
            OnContext<Call<T>, ?> handler,
            LongSupplier nanoTime,
            ToolStats stats) {
        Manifest.Tool definition = served.definition();
        this.name = served.ref().toString();
        this.type = type;
        this.handler = handler;
        this.input = SchemaCheck.of(definition == null ? null : definition.input());
        this.output = SchemaCheck.of(definition == null ? null : definition.output());
        this.timeoutNanos = (definition == null ? TIMEOUT_DEFAULT : definition.timeout()).toNanos();
        this.nanoTime = nanoTime;
        this.stats = stats;
    }

    /** Never fails: a failure is an answer, too. */
    Future<Message> answer(Message request) {
        long begun = nanoTime.getAsLong();
        long deadline = begun + Math.min(timeoutNanos, nanosLeft(request));
        Future<Buffer> result = gate.<Buffer>enter(() -> checked(request, deadline))
                .orElseGet(() -> Future.failedFuture(
                        CallException.refused(name + " is busy: " + CallGate.WAITING_MAX + " calls wait already")));
        return result.map(Answers::of)
                .otherwise(failure -> Answers.of(toldTo(request, failure)))
                .andThen(answered -> stats.ended(nanoTime.getAsLong() - begun, failed(answered.result())));
    }

    private Future<Buffer> checked(Message request, long deadline) {
        long left = deadline - nanoTime.getAsLong();
        if (left <= 0) {
            return Future.failedFuture(timedOut("its time was over before it could start"));
        }
        Optional<SchemaCheck.Misfit> misfit = input.check(request.body());
        if (misfit.isPresent()) {
            return Future.failedFuture(CallException.invalid(
                    misfit.get().pointer(),
                    "the input of " + name + " does not fit: " + misfit.get().why()));
        }
        T body;
        try {
            body = Json.read(request.body(), type);
        } catch (ProblemException unbound) {
            return Future.failedFuture(CallException.invalid(
                    "/" + unbound.problem().where().replace('.', '/'),
                    "the input of " + name + " does not fit: "
                            + unbound.problem().why()));
        }
        return handled(request, body, left);
    }

    private Future<Buffer> handled(Message request, T body, long nanosLeft) {
        CallOptions onward =
                new CallOptions(Duration.ofNanos(nanosLeft), request.headers().first(WireHeaders.TRACEPARENT));
        String caller =
                Optional.ofNullable(request.headers().first(WireHeaders.CALLER)).orElse("");
        return handler.call(new Call<>(body, caller, onward, request.headers()))
                .<Buffer>compose(
                        value -> Future.succeededFuture(Json.limited("the output of " + name, Json.write(value))))
                .timeout(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanosLeft)), TimeUnit.MILLISECONDS)
                .compose(this::fitting);
    }

    private Future<Buffer> fitting(Buffer text) {
        return output.check(text)
                .map(misfit -> Future.<Buffer>failedFuture(CallException.failed(
                        "BAD_OUTPUT",
                        name + " answered what its schema does not allow: " + misfit.why(),
                        new JsonObject().put("pointer", misfit.pointer()))))
                .orElseGet(() -> Future.succeededFuture(text));
    }

    private CallException toldTo(Message request, Throwable failure) {
        if (failure instanceof TimeoutException) {
            return timedOut("its handler took longer than it may");
        }
        CallException told = Answers.ofHandler(name, failure);
        if (told != failure) {
            String caller = request.headers().first(WireHeaders.CALLER);
            Throwable stack = failure instanceof ProblemException ? null : failure;
            LOG.warn(
                    "call-failed tool={} caller={} code={} reason={}",
                    name,
                    caller,
                    told.reason(),
                    failure.getMessage(),
                    stack);
        }
        return told;
    }

    private CallException timedOut(String why) {
        return new CallException(
                Problem.of(ProblemCode.TIMED_OUT, name + " was not answered: " + why, "", ""),
                "TIMED_OUT",
                new JsonObject());
    }

    private static boolean failed(Message answer) {
        return answer.headers().first(WireHeaders.ERROR) != null;
    }

    /** A caller that says nothing, or nonsense, has the tool's own time. */
    private static long nanosLeft(Message request) {
        String header = request.headers().first(WireHeaders.DEADLINE);
        if (header == null || !header.matches("-?[0-9]{1,12}")) {
            return Long.MAX_VALUE / 2;
        }
        return TimeUnit.MILLISECONDS.toNanos(Long.parseLong(header));
    }
}
