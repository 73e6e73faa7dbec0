package io.meshbus.sdk.impl;

import static io.meshbus.sdk.impl.Bed.code;
import static io.meshbus.sdk.impl.Layout.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Delivery;
import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.Subscription;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What must not reach the wire is refused before it, with a code, by every call that could carry it; what reaches us from
 * it is answered with a code or dropped and counted. After each of them the connection and the next message live.
 */
@ExtendWith(LoopWatch.class)
class HostileIT {
    private static final Duration SECONDS = Duration.ofSeconds(5);
    private static final Buffer BODY = Buffer.buffer("x");
    private static final String CORE = "mesh.mod.m1.core.a";
    private static final String TOKEN_300 = "a".repeat(300);

    private static Bed bed;
    private static Bus m1;
    private static Bus m2;
    private static Bus free;

    @BeforeAll
    static void start(@TempDir Path directory) {
        bed = new Bed(directory);
        bed.withConsumer("m1", Duration.ofSeconds(30), 5);
        m1 = bed.connect(Layout.M1);
        m2 = bed.connect(Layout.M2);
        free = bed.connect(new PrincipalId("free"));
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    /** Whatever a case did: nothing was lost, nobody reconnected, the next message goes through. */
    @AfterEach
    void theNextMessageLives() {
        Queue<Message> got = new ConcurrentLinkedQueue<>();
        Subscription subscription = await(m1.subscribe("mesh.mod.m1.core.next", got::add));
        await(m1.publish(Message.of("mesh.mod.m1.core.next", BODY)));
        Awaitility.await().until(() -> got.size() == 1);
        await(subscription.cancel());
        await(m1.store(Bed.event("next"), PublishOptions.PLAIN));
        for (Bus bus : List.of(m1, m2, free)) {
            await(bus.flush());
            assertThat(bus.metrics().reconnects()).isZero();
        }
    }

    static Stream<String> badSubjects() {
        return Stream.of(
                "",
                " ",
                "a b",
                "a ",
                "a\tb",
                "a\rb",
                "a\nb",
                "a\r\nPUB mesh.control.n2.report 1\r\nx\r\n",
                "a\0b",
                "\u00fcn\u00ef",
                "a.\u00a0",
                "\ud83c\udf75",
                ".",
                ".a",
                "a.",
                "a..b",
                "a.*",
                "a.>",
                "a".repeat(1_025));
    }

    @ParameterizedTest
    @MethodSource("badSubjects")
    void aSubjectThatCouldInjectIsRefusedBeforeTheWire(String subject) {
        long published = m1.metrics().published();
        assertThat(code(m1.publish(Message.of(subject, BODY)))).isEqualTo(ProblemCode.BAD_SUBJECT);
        assertThat(code(m1.publish(new Message(CORE, subject, Headers.NONE, BODY))))
                .as("as a reply")
                .isEqualTo(ProblemCode.BAD_SUBJECT);
        assertThat(code(m1.request(Message.of(subject, BODY), SECONDS))).isEqualTo(ProblemCode.BAD_SUBJECT);
        assertThat(code(m1.store(Message.of(subject, BODY), PublishOptions.PLAIN)))
                .isEqualTo(ProblemCode.BAD_SUBJECT);
        assertThat(code(m1.last("EVENTS", subject))).isEqualTo(ProblemCode.BAD_SUBJECT);
        assertThat(code(m1.serve(Layout.TOOL, subject, 1, Future::succeededFuture)))
                .as("as a queue")
                .isEqualTo(ProblemCode.BAD_SUBJECT);
        if (!subject.endsWith("*") && !subject.endsWith(">")) {
            assertThat(code(m1.subscribe(subject, message -> {}))).isEqualTo(ProblemCode.BAD_SUBJECT);
            assertThat(code(m1.serve(subject, "t", 1, Future::succeededFuture))).isEqualTo(ProblemCode.BAD_SUBJECT);
        }
        assertThat(m1.metrics().published()).isEqualTo(published);
    }

    static Stream<String> badHeaderValues() {
        return Stream.of("v\r\nNats-Msg-Id: forged", "v\nx", "v\r", "v\0", "gr\u00fcn", "\ud83c\udf75", "\u007f");
    }

    @ParameterizedTest
    @MethodSource("badHeaderValues")
    void aHeaderThatCouldInjectIsRefusedBeforeTheWireAndInAnAnswerBecomesACode(String value) {
        long published = m1.metrics().published();
        Headers headers = Headers.of("X-Note", value);
        assertThat(code(m1.publish(Message.of(CORE, headers, BODY)))).isEqualTo(ProblemCode.BAD_PAYLOAD);
        assertThat(code(m1.store(Message.of(Layout.EVENT, headers, BODY), PublishOptions.PLAIN)))
                .isEqualTo(ProblemCode.BAD_PAYLOAD);
        assertThat(code(m1.store(Bed.event("x"), PublishOptions.id(value)))).isEqualTo(ProblemCode.BAD_PAYLOAD);
        assertThat(code(m2.request(Message.of(Layout.TOOL, headers, BODY), SECONDS)))
                .isEqualTo(ProblemCode.BAD_PAYLOAD);
        assertThat(m1.metrics().published()).isEqualTo(published);

        answered(question -> Future.succeededFuture(Message.of("", headers, BODY)), ProblemCode.BAD_PAYLOAD);
    }

    /** What the caller hears when a responder answers so. */
    private static void answered(java.util.function.Function<Message, Future<Message>> handler, ProblemCode expected) {
        Subscription serving = await(m1.serve(Layout.TOOL, "t", 4, handler));
        Message answer = await(m2.request(Message.of(Layout.TOOL, BODY), SECONDS));
        assertThat(answer.headers().first(WireHeaders.ERROR)).isEqualTo(expected.name());
        await(serving.cancel());
    }

    /** Unusual, and allowed: it arrives as it was sent. */
    @Test
    void longTokensAndSpacesInHeadersArriveAsTheyWere() {
        Queue<Message> got = new ConcurrentLinkedQueue<>();
        Subscription subscription = await(m1.subscribe("mesh.mod.m1.core.>", got::add));
        Headers headers =
                Headers.of("X-Note", "two  words, \ta tab; and = signs").with("X-Empty", "");
        await(m1.publish(Message.of("mesh.mod.m1.core." + TOKEN_300, headers, BODY)));
        Awaitility.await().until(() -> got.size() == 1);
        assertThat(got.peek().subject()).endsWith(TOKEN_300);
        assertThat(got.peek().headers().first("X-Note")).isEqualTo("two  words, \ta tab; and = signs");
        await(m1.store(Message.of("mesh.mod.m1.event." + TOKEN_300, BODY), PublishOptions.PLAIN));
        assertThat(await(m1.last("EVENTS", "mesh.mod.m1.event." + TOKEN_300))).isPresent();
        await(subscription.cancel());
    }

    @Test
    void whatIsTooLargeIsRefusedBeforeTheWireAndInAnAnswerBecomesACode() {
        Buffer large = Buffer.buffer(new byte[(1 << 20) + 1]);
        Headers many = Headers.of("X-Note", "v".repeat(1 << 20));
        assertThat(code(m1.publish(Message.of(CORE, large)))).isEqualTo(ProblemCode.TOO_LARGE);
        assertThat(code(m1.publish(Message.of(CORE, many, BODY)))).isEqualTo(ProblemCode.TOO_LARGE);
        assertThat(code(m1.store(Message.of(Layout.EVENT, large), PublishOptions.PLAIN)))
                .isEqualTo(ProblemCode.TOO_LARGE);
        assertThat(code(m2.request(Message.of(Layout.TOOL, large), SECONDS))).isEqualTo(ProblemCode.TOO_LARGE);
        answered(question -> Future.succeededFuture(Message.of("", large)), ProblemCode.TOO_LARGE);
        await(m1.publish(Message.of(CORE, Buffer.buffer(new byte[1 << 20]))));
    }

    /** Facts 10.4: a deputy's answer lands on a subscription although its own subject is another. */
    @Test
    void aMessageWhoseSubjectIsNotTheSubscribedOneIsDroppedAndCounted() {
        long before = m1.metrics().misdirected();
        Queue<Message> got = new ConcurrentLinkedQueue<>();
        Inlet inlet = new Inlet(
                Home.own(bed.vertx),
                ((JnatsBus) m1).plumbing().counters(),
                "mesh.mod.m1.core.>",
                message -> got.add(Convert.message(message)));
        inlet.receive(jnats("mesh.mod.m2.event.forged"));
        inlet.receive(jnats(CORE));
        Awaitility.await().until(() -> got.size() == 1);
        assertThat(got.peek().subject()).isEqualTo(CORE);
        assertThat(m1.metrics().misdirected()).isEqualTo(before + 1);
    }

    private static io.nats.client.Message jnats(String subject) {
        return io.nats.client.impl.NatsMessage.builder()
                .subject(subject)
                .data("x")
                .build();
    }

    @Test
    void aReplyOutsideTheInboxesIsNeverAnswered() {
        long before = m1.metrics().replyRefused();
        Subscription serving = await(m1.serve(Layout.TOOL, "t", 4, Future::succeededFuture));
        Queue<Message> forged = new ConcurrentLinkedQueue<>();
        List<String> replies = List.of("mesh.control.n2.report", "mesh.ask.n1.reboot", "$JS.API.STREAM.DELETE.EVENTS");
        for (String reply : replies) {
            Subscription watch = await(free.subscribe(reply, forged::add));
            await(free.publish(new Message(Layout.TOOL, reply, Headers.NONE, BODY)));
            Awaitility.await().until(() -> m1.metrics().replyRefused() == before + 1 + replies.indexOf(reply));
            await(m1.flush());
            await(free.flush());
            await(watch.cancel());
        }
        assertThat(forged).isEmpty();
        assertThat(await(m2.request(Message.of(Layout.TOOL, BODY), SECONDS)).body())
                .isEqualTo(BODY);
        await(serving.cancel());
    }

    /** Anybody who may publish into a consumption's inbox: no ack address, so no delivery. */
    @Test
    void whatIsNoDeliveryReachesNoHandler() {
        Queue<Delivery> got = new ConcurrentLinkedQueue<>();
        var consumption = m1.consume(
                "EVENTS",
                "m1",
                ConsumeOptions.DEFAULT,
                delivery -> {
                    got.add(delivery);
                    return Future.succeededFuture();
                },
                (delivery, reason) -> Future.succeededFuture());
        await(m1.store(Bed.event("a true one"), PublishOptions.PLAIN));
        Awaitility.await()
                .until(() -> got.stream()
                        .anyMatch(each -> each.message().body().toString().equals("a true one")));
        assertThat(got).allSatisfy(each -> {
            assertThat(each.stream()).isEqualTo("EVENTS");
            assertThat(each.consumer()).isEqualTo("m1");
        });
        for (String ack : new String[] {
            null, "_INBOX.x", "$JS.ACK.EVENTS.other.1.6.7.1.3", "$JS.ACK.CONTROL.m1.1.6.7.1.3", "$JS.ACK.EVENTS.m1.0.1"
        }) {
            assertThat(AckAddress.of("EVENTS", "m1", ack)).isNull();
        }
        await(consumption.stop(SECONDS));
    }
}
