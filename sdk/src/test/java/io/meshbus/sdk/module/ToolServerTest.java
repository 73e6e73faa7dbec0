package io.meshbus.sdk.module;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.ToolRef;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every request gets its answer, and every kind of failure its own. */
@ExtendWith(VertxExtension.class)
class ToolServerTest {
    record Item(String item) {}

    private final AtomicLong nanos = new AtomicLong();
    private final ToolStats stats = new ToolStats();

    @Test
    void answersWithTheOutput(Vertx vertx, VertxTestContext test) {
        ToolServer<Item> server = server(vertx, Item.class, call -> Future.succeededFuture(call.body()));
        server.answer(request("{\"item\":\"tea\"}"))
                .onComplete(test.succeeding(answer -> test.verify(() -> {
                    assertThat(answer.headers().isEmpty()).isTrue();
                    assertThat(answer.body().toString()).isEqualTo("{\"item\":\"tea\"}");
                    assertThat(stats.requests()).isEqualTo(1);
                    assertThat(stats.errors()).isZero();
                    test.completeNow();
                })));
    }

    @Test
    void inputThatDoesNotFitNeverReachesTheHandler(Vertx vertx, VertxTestContext test) {
        ToolServer<Item> server = server(vertx, Item.class, call -> Future.failedFuture("not to be called"));
        failure(server.answer(request("{\"item\":7}")), test, failure -> {
            assertThat(failure.code()).isEqualTo(ProblemCode.INVALID);
            assertThat(failure.details().getString("pointer")).isEqualTo("/item");
        });
    }

    @Test
    void inputThatIsNotJsonIsInvalidToo(Vertx vertx, VertxTestContext test) {
        failure(
                server(vertx, Item.class, call -> Future.failedFuture("not to be called"))
                        .answer(request("tea")),
                test,
                failure -> assertThat(failure.code()).isEqualTo(ProblemCode.INVALID));
    }

    @Test
    void aHandlersOwnCodeTravels(Vertx vertx, VertxTestContext test) {
        ToolServer<Item> server = server(
                vertx,
                Item.class,
                call -> Future.failedFuture(
                        CallException.failed("SOLD_OUT", "no tea left", new JsonObject().put("left", 0))));
        failure(server.answer(request("{\"item\":\"tea\"}")), test, failure -> {
            assertThat(failure.code()).isEqualTo(ProblemCode.FAILED);
            assertThat(failure.reason()).isEqualTo("SOLD_OUT");
            assertThat(failure.details()).isEqualTo(new JsonObject().put("left", 0));
            assertThat(stats.errors()).isEqualTo(1);
        });
    }

    @Test
    void aHandlerMayRefuse(Vertx vertx, VertxTestContext test) {
        failure(
                server(vertx, Item.class, call -> Future.failedFuture(CallException.refused("not on Sundays")))
                        .answer(request("{\"item\":\"tea\"}")),
                test,
                failure -> assertThat(failure.code()).isEqualTo(ProblemCode.REFUSED));
    }

    @Test
    void aStrangersExceptionKeepsItsTextToItself(Vertx vertx, VertxTestContext test) {
        ToolServer<Item> server = server(vertx, Item.class, call -> {
            throw new IllegalStateException("password=hunter2");
        });
        failure(server.answer(request("{\"item\":\"tea\"}")), test, failure -> {
            assertThat(failure.code()).isEqualTo(ProblemCode.FAILED);
            assertThat(failure.reason()).isEqualTo("IllegalStateException");
            assertThat(failure).hasMessageNotContaining("hunter2");
        });
    }

    @Test
    void aFailureOfAnotherToolIsThisOnesFailure(Vertx vertx, VertxTestContext test) {
        CallException below = Answers.elsewhere(ProblemCode.NO_RESPONDER, "stock.take", "nobody serves it", "start it");
        failure(
                server(vertx, Item.class, call -> Future.failedFuture(below)).answer(request("{\"item\":\"tea\"}")),
                test,
                failure -> {
                    assertThat(failure.code()).isEqualTo(ProblemCode.FAILED);
                    assertThat(failure.reason()).isEqualTo("NO_RESPONDER");
                });
    }

    @Test
    void anAnswerThatBreaksItsOwnSchemaIsAFailure(Vertx vertx, VertxTestContext test) {
        failure(
                server(vertx, JsonObject.class, call -> Future.succeededFuture(new JsonObject().put("price", 1)))
                        .answer(request("{\"item\":\"tea\"}")),
                test,
                failure -> assertThat(failure.reason()).isEqualTo("BAD_OUTPUT"));
    }

    @Test
    void aHandlerThatNeverEndsIsTimedOut(Vertx vertx, VertxTestContext test) {
        failure(
                server(vertx, Item.class, call -> Promise.promise().future()).answer(request("{\"item\":\"tea\"}", 50)),
                test,
                failure -> assertThat(failure.code()).isEqualTo(ProblemCode.TIMED_OUT));
    }

    @Test
    void theTimeLeftAndTheTraceGoOnward(Vertx vertx, VertxTestContext test) {
        ToolServer<Item> server = server(vertx, Item.class, call -> {
            test.verify(() -> {
                assertThat(call.onward().timeout()).isEqualTo(Duration.ofMillis(700));
                assertThat(call.onward().traceparent()).isEqualTo("00-trace");
                assertThat(call.caller()).isEqualTo("orders.n1");
            });
            return Future.succeededFuture(call.body());
        });
        Message request = request("{\"item\":\"tea\"}", 700);
        Headers headers =
                request.headers().with(WireHeaders.TRACEPARENT, "00-trace").with(WireHeaders.CALLER, "orders.n1");
        server.answer(Message.of(request.subject(), headers, request.body())).onComplete(test.succeedingThenComplete());
    }

    @Test
    void aCallThatWaitedTooLongIsNotStarted(Vertx vertx, VertxTestContext test) {
        List<Promise<Item>> running = new ArrayList<>();
        // A server belongs to one context, and so do its calls.
        Context context = vertx.getOrCreateContext();
        context.runOnContext(start -> {
            ToolServer<Item> server = server(vertx, Item.class, call -> {
                Promise<Item> promise = Promise.promise();
                running.add(promise);
                return promise.future();
            });
            for (int i = 0; i < CallGate.RUNNING_MAX; i++) {
                server.answer(request("{\"item\":\"tea\"}"));
            }
            Future<Message> late = server.answer(request("{\"item\":\"late\"}", 100));
            failure(late, test, failure -> {
                assertThat(failure.code()).isEqualTo(ProblemCode.TIMED_OUT);
                assertThat(running).hasSize(CallGate.RUNNING_MAX);
            });
            context.runOnContext(allRun -> {
                nanos.addAndGet(Duration.ofMillis(101).toNanos());
                running.get(0).complete(new Item("tea"));
            });
        });
    }

    @Test
    void moreThanMayWaitAreRefused(Vertx vertx, VertxTestContext test) {
        ToolServer<Item> server =
                server(vertx, Item.class, call -> Promise.<Item>promise().future());
        for (int i = 0; i < CallGate.RUNNING_MAX + CallGate.WAITING_MAX; i++) {
            server.answer(request("{\"item\":\"tea\"}"));
        }
        failure(
                server.answer(request("{\"item\":\"tea\"}")),
                test,
                failure -> assertThat(failure.code()).isEqualTo(ProblemCode.REFUSED));
    }

    private <T> ToolServer<T> server(Vertx vertx, Class<T> type, Function<Call<T>, Future<?>> handler) {
        Manifest.Tool definition = new Manifest.Tool(
                "", Manifests.ITEM_SCHEMA, Manifests.ITEM_SCHEMA, Duration.ofSeconds(2), false, false, false);
        OnContext<Call<T>, ?> onContext = OnContext.here(vertx, handler);
        return new ToolServer<>(
                new Declared.Served(ToolRef.parse("pricing.quote"), definition), type, onContext, nanos::get, stats);
    }

    private static Message request(String body) {
        return Message.of("mesh.mod.pricing.tool.quote", Buffer.buffer(body));
    }

    private static Message request(String body, long millisLeft) {
        return Message.of(
                "mesh.mod.pricing.tool.quote",
                Headers.of(WireHeaders.DEADLINE, Long.toString(millisLeft)),
                Buffer.buffer(body));
    }

    private static void failure(Future<Message> answer, VertxTestContext test, Consumer<CallException> verify) {
        answer.onComplete(test.succeeding(message -> test.verify(() -> {
            verify.accept(Objects.requireNonNull(Answers.failureIn("pricing.quote", message)));
            test.completeNow();
        })));
    }
}
