package io.meshbus.sdk.impl;

import static io.meshbus.sdk.impl.Bed.code;
import static io.meshbus.sdk.impl.Bed.problem;
import static io.meshbus.sdk.impl.Layout.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.Subscription;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Publish, subscribe, request and serve against a real server. */
@ExtendWith(LoopWatch.class)
class CoreIT {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Buffer BODY = Buffer.buffer("x");
    private static final String CORE = "mesh.mod.m1.core.a";

    private static Bed bed;
    private static Bus m1;
    private static Bus m2;

    @BeforeAll
    static void start(@TempDir Path dir) {
        bed = new Bed(dir);
        bed.withConsumer("m1", Duration.ofSeconds(30), 5);
        m1 = bed.connect(Layout.M1);
        m2 = bed.connect(Layout.M2);
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    private static Subscription serve(Bus bus, java.util.function.Function<Message, Future<Message>> handler) {
        return await(bus.serve(Layout.TOOL, "t", 2, handler));
    }

    private static Message answer(String body) {
        return Message.of("ignored", Buffer.buffer(body));
    }

    @Test
    void nobodyServingIsNotATimeOut() {
        long started = System.nanoTime();
        assertThat(code(m2.request(Message.of(Layout.TOOL, BODY), Duration.ofSeconds(20))))
                .isEqualTo(ProblemCode.NO_RESPONDER);
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void nobodyAnsweringIsATimeOutAndOthersAreAnsweredMeanwhile() {
        Subscription serving = serve(
                m1,
                q -> q.body().toString().equals("never")
                        ? Promise.<Message>promise().future()
                        : Future.succeededFuture(answer("ok")));
        Future<Message> never = m2.request(Message.of(Layout.TOOL, Buffer.buffer("never")), Duration.ofMillis(300));
        assertThat(await(m2.request(Message.of(Layout.TOOL, BODY), SECOND))
                        .body()
                        .toString())
                .isEqualTo("ok");
        assertThat(code(never)).isEqualTo(ProblemCode.TIMED_OUT);
        await(serving.cancel());
    }

    @Test
    void everyFailureOfAHandlerIsAnAnswer() {
        Subscription serving = serve(m1, q -> switch (q.body().toString()) {
            case "throws" -> throw new AssertionError("secret detail");
            case "null" -> null;
            case "nothing" -> Future.succeededFuture(null);
            case "fails" -> Future.failedFuture(new IllegalStateException("secret detail"));
            case "large" -> Future.succeededFuture(answer("l".repeat(2 << 20)));
            default ->
                Future.failedFuture(Problem.of(ProblemCode.INVALID, "no such thing", "", "ask better")
                        .asException());
        });
        for (String way : List.of("throws", "null", "nothing", "fails")) {
            Message got = await(m2.request(Message.of(Layout.TOOL, Buffer.buffer(way)), SECOND));
            assertThat(got.headers().first(WireHeaders.ERROR)).as(way).isEqualTo("FAILED");
            assertThat(got.body().toString()).doesNotContain("secret");
        }
        assertThat(await(m2.request(Message.of(Layout.TOOL, Buffer.buffer("large")), SECOND))
                        .headers()
                        .first(WireHeaders.ERROR))
                .isEqualTo("TOO_LARGE");
        assertThat(await(m2.request(Message.of(Layout.TOOL, BODY), SECOND))
                        .headers()
                        .first(WireHeaders.ERROR))
                .isEqualTo("INVALID");
        await(serving.cancel());
    }

    @Test
    void concurrencyBoundsHandlersAndTheRestWaits() {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Subscription serving = serve(m1, q -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            Promise<Message> later = Promise.promise();
            bed.vertx.setTimer(5, id -> {
                now.decrementAndGet();
                later.complete(answer("ok"));
            });
            return later.future();
        });
        await(Future.all(java.util.stream.IntStream.range(0, 100)
                .mapToObj(i -> m2.request(Message.of(Layout.TOOL, BODY), Duration.ofSeconds(10)))
                .toList()));
        assertThat(most.get()).isEqualTo(2);
        await(serving.cancel());
    }

    @Test
    void aReplyOutsideTheInboxesIsRefusedAndCounted() {
        AtomicInteger ran = new AtomicInteger();
        Subscription serving = serve(m1, q -> {
            ran.incrementAndGet();
            return Future.succeededFuture(answer("ok"));
        });
        Bus free = bed.connect(new io.meshbus.sdk.id.PrincipalId("free"));
        long before = m1.metrics().replyRefused();
        await(free.publish(new Message(Layout.TOOL, "mesh.control.n2.report", Headers.NONE, BODY)));
        await(free.publish(Message.of(Layout.TOOL, BODY)));
        org.awaitility.Awaitility.await().until(() -> m1.metrics().replyRefused() == before + 2);
        assertThat(ran).hasValue(0);
        await(serving.cancel());
    }

    @Test
    void expiredWorkIsNotStarted() {
        Promise<Message> first = Promise.promise();
        AtomicInteger ran = new AtomicInteger();
        Subscription serving = await(m1.serve(Layout.TOOL, "t", 1, q -> {
            ran.incrementAndGet();
            return first.future();
        }));
        Future<Message> one = m2.request(Message.of(Layout.TOOL, BODY), Duration.ofSeconds(10));
        Future<Message> late = m2.request(
                Message.of(Layout.TOOL, Headers.of(WireHeaders.DEADLINE, "50"), BODY), Duration.ofMillis(200));
        assertThat(code(late)).isEqualTo(ProblemCode.TIMED_OUT);
        first.complete(answer("ok"));
        await(one);
        await(m2.request(Message.of(Layout.TOOL, BODY), SECOND));
        assertThat(ran).hasValue(2);
        await(serving.cancel());
    }

    @Test
    void refusalsOfTheServerFailTheCallThatCausedThem() {
        long violations = m1.metrics().violations();
        ProblemException request =
                problem(m1.request(Message.of("mesh.ask.hub.nodes.p", BODY), Duration.ofSeconds(20)));
        assertThat(request.code()).isEqualTo(ProblemCode.PERMISSION_VIOLATION);
        assertThat(request.getMessage()).contains("mesh.ask.hub.nodes.p").contains("m1.n1");
        assertThat(code(m1.store(Message.of("mesh.mod.m2.event.e", BODY), PublishOptions.PLAIN)))
                .isEqualTo(ProblemCode.PERMISSION_VIOLATION);
        assertThat(code(m1.subscribe("mesh.ask.>", m -> {}))).isEqualTo(ProblemCode.PERMISSION_VIOLATION);
        assertThat(code(m1.subscribe(Layout.TOOL, m -> {}))).isEqualTo(ProblemCode.PERMISSION_VIOLATION);
        assertThat(code(m1.serve(Layout.TOOL, "other", 1, q -> Future.succeededFuture(q))))
                .isEqualTo(ProblemCode.PERMISSION_VIOLATION);
        assertThat(m1.metrics().violations()).isEqualTo(violations + 5);
    }

    @Test
    void aRefusedCorePublishIsCountedAndObservable() {
        Queue<Problem> faults = new ConcurrentLinkedQueue<>();
        m1.onFault(faults::add);
        await(m1.publish(Message.of("mesh.control.n2.report", BODY)));
        org.awaitility.Awaitility.await().until(() -> !faults.isEmpty());
        assertThat(faults.peek().code()).isEqualTo(ProblemCode.PERMISSION_VIOLATION);
        assertThat(faults.peek().where()).isEqualTo("mesh.control.n2.report");
    }

    @Test
    void hostileMessagesNeverReachTheWireAndTheConnectionLives() {
        long published = m1.metrics().published();
        for (String subject : List.of("a b", "a\r\nPUB x 0\r\n\r\n", "ünï", "", ".a", "a.", "a.*", "a.>", "a\0")) {
            assertThat(code(m1.publish(Message.of(subject, BODY)))).isEqualTo(ProblemCode.BAD_SUBJECT);
            assertThat(code(m1.request(Message.of(subject, BODY), SECOND))).isEqualTo(ProblemCode.BAD_SUBJECT);
            assertThat(code(m1.store(Message.of(subject, BODY), PublishOptions.PLAIN)))
                    .isEqualTo(ProblemCode.BAD_SUBJECT);
            assertThat(code(m1.last("EVENTS", subject))).isEqualTo(ProblemCode.BAD_SUBJECT);
        }
        assertThat(code(m1.publish(new Message(CORE, "x\r\n", Headers.NONE, BODY))))
                .isEqualTo(ProblemCode.BAD_SUBJECT);
        assertThat(code(m1.subscribe("a\r\nSUB > 1", m -> {}))).isEqualTo(ProblemCode.BAD_SUBJECT);
        assertThat(code(m1.serve(Layout.TOOL, "t 1\r\n", 1, q -> Future.succeededFuture(q))))
                .isEqualTo(ProblemCode.BAD_SUBJECT);
        assertThat(code(m1.store(Bed.event("x"), PublishOptions.id("a\r\nb")))).isEqualTo(ProblemCode.BAD_PAYLOAD);
        assertThat(code(m1.publish(Message.of(CORE, Buffer.buffer(new byte[(1 << 20) + 1])))))
                .isEqualTo(ProblemCode.TOO_LARGE);
        assertThat(m1.metrics().published()).isEqualTo(published);
        await(m1.publish(Message.of(CORE, Buffer.buffer(new byte[1 << 20]))));
        await(m1.flush());
    }
}
