package io.meshbus.node.host;

import static io.meshbus.node.host.HostBed.N1;
import static io.meshbus.node.host.HostBed.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Kdf;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.wire.EnrolmentAnswer;
import io.meshbus.sdk.wire.EnrolmentRequest;
import io.meshbus.sdk.wire.TokenText;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The host's half of enrolment on a real broker; the test answers in the controller's place. */
class HostEnrolmentIT {
    @TempDir
    private Path temp;

    private HostBed bed;
    private TokenText token;
    private final List<EnrolmentRequest> requests = new CopyOnWriteArrayList<>();

    @BeforeEach
    void raise() throws Exception {
        bed = new HostBed(temp);
        token = bed.token("t1", Instant.now().plusSeconds(600));
        bed.users(Set.of(N1), Set.of(token.id()));
    }

    @AfterEach
    void close() throws Exception {
        bed.close();
    }

    private HostState state() {
        return new HostState(temp.resolve("node"));
    }

    private HostEnrolment enrolment() {
        return new HostEnrolment(bed.vertx, bed.connector, state(), Clock.systemUTC(), bed.random, line -> {});
    }

    private void answering(Function<EnrolmentRequest, List<Message>> answers) {
        bed.streams.consume(
                Streams.CONTROL,
                Streams.CONTROLLER_CONSUMER,
                ConsumeOptions.DEFAULT.withMaxDeliver(-1),
                delivery -> {
                    EnrolmentRequest request =
                            WireCodec.decode(delivery.message().body(), EnrolmentRequest.class);
                    requests.add(request);
                    Future<Void> all = Future.succeededFuture();
                    for (Message answer : answers.apply(request)) {
                        all = all.compose(done -> bed.controller.publish(answer));
                    }
                    return all;
                },
                (delivery, reason) -> Future.succeededFuture());
    }

    private EnrolmentAnswer admission(EnrolmentRequest request) {
        return new EnrolmentAnswer(
                1,
                N1,
                true,
                bed.identity.id(),
                bed.identity.name(),
                bed.meshKey.publicKey().value(),
                List.of(bed.identity.url()),
                bed.identity.pins(),
                4,
                bed.sealed(PrincipalId.host(N1), new SealingKey.Public(request.sealingKey())),
                null);
    }

    private static Message signed(String subject, EnrolmentAnswer answer, SigningKey key) {
        Buffer body = WireCodec.encode(answer);
        return Message.of(subject, Headers.of(WireHeaders.SIGNATURE, key.sign(body.getBytes())), body);
    }

    private void assertFails(Future<?> future, ProblemCode code) {
        assertThatThrownBy(() -> await(future))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void isAdmittedAndConnectsAsItself() throws Exception {
        answering(request -> List.of(signed(request.reply(), admission(request), bed.meshKey)));

        HostIdentity identity = await(enrolment().enrol(token));

        assertThat(identity.node()).isEqualTo(N1);
        assertThat(identity.mesh()).isEqualTo(bed.identity.id());
        assertThat(identity.epoch()).isEqualTo(4);
        EnrolmentRequest request = requests.get(0);
        assertThat(request.reply()).startsWith("_INBOX.enrol.t1.");
        assertThat(Kdf.hmac(token.proofKey(), request.canonical())).isEqualTo(Secret.of(request.proof()));
        assertThat(request.facts().getString("java")).isEqualTo(System.getProperty("java.version"));
        Bus bus = await(bed.connector.connect(
                identity.busOptions(state().keys(bed.random).sealing())));
        assertThat(bus.principal()).isEqualTo(PrincipalId.host(N1));
        await(bus.close(Duration.ofSeconds(5)));
    }

    @Test
    void keepsKeysPrivateAndNeverTheToken() throws Exception {
        answering(request -> List.of(signed(request.reply(), admission(request), bed.meshKey)));

        await(enrolment().enrol(token));

        List<String> contents = new ArrayList<>();
        try (Stream<Path> files = Files.list(state().root())) {
            for (Path file : files.toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as(file.toString())
                        .isEqualTo("rw-------");
                contents.add(Files.readString(file));
            }
        }
        assertThat(contents)
                .hasSize(3)
                .noneMatch(text -> text.contains(token.secret().revealText()))
                .noneMatch(text -> text.contains(token.encode()))
                .noneMatch(
                        text -> text.contains(bed.password(PrincipalId.host(N1)).revealText()));
    }

    @Test
    void asksAgainWithTheSameKeysAfterACrashAndIsTheSameNode() throws Exception {
        Future<HostIdentity> first = enrolment().enrol(token);
        Awaitility.await().until(() -> Files.exists(state().root().resolve("identity.key")));
        Future<HostIdentity> second = enrolment().enrol(token);
        answering(request -> List.of(signed(request.reply(), admission(request), bed.meshKey)));

        HostIdentity one = await(first);
        HostIdentity two = await(second);

        assertThat(requests).hasSize(2);
        assertThat(requests.get(0).sealingKey()).isEqualTo(requests.get(1).sealingKey());
        assertThat(requests.get(0).identityKey()).isEqualTo(requests.get(1).identityKey());
        assertThat(one.node()).isEqualTo(two.node());
        assertThat(await(enrolment().enrol(token))).isEqualTo(state().identity().orElseThrow());
        assertThat(requests).hasSize(2);
    }

    @Test
    void passesOverWhatTheMeshKeyHasNotSigned() throws Exception {
        SigningKey other = SigningKey.generate(bed.random);
        answering(request -> {
            EnrolmentAnswer good = admission(request);
            EnrolmentAnswer foreign = new EnrolmentAnswer(
                    1,
                    N1,
                    true,
                    "evil",
                    "evil",
                    other.publicKey().value(),
                    good.urls(),
                    good.pins(),
                    9,
                    good.sealed(),
                    null);
            return List.of(
                    Message.of(request.reply(), Buffer.buffer()),
                    Message.of(request.reply(), Buffer.buffer("{}")),
                    Message.of(request.reply(), WireCodec.encode(good)),
                    signed(request.reply(), good, other),
                    signed(request.reply(), foreign, other),
                    signed(request.reply(), good, bed.meshKey));
        });

        HostIdentity identity = await(enrolment().enrol(token));

        assertThat(identity.mesh()).isEqualTo(bed.identity.id());
    }

    @Test
    void aSignedRefusalEndsIt() {
        answering(request -> List.of(signed(
                request.reply(),
                new EnrolmentAnswer(
                        1,
                        N1,
                        false,
                        bed.identity.id(),
                        bed.identity.name(),
                        bed.meshKey.publicKey().value(),
                        List.of(),
                        List.of(),
                        0,
                        null,
                        "not admitted"),
                bed.meshKey)));

        assertFails(enrolment().enrol(token), ProblemCode.NOT_ENROLLED);
        assertThat(state().identity()).isEmpty();
    }

    @Test
    void asksAgainAtOnceWhenTheBusIsBack() throws Exception {
        Future<HostIdentity> admitted = enrolment().enrol(token);
        Awaitility.await()
                .until(() -> await(bed.connector.streams(bed.streams).stream(Streams.CONTROL))
                                .orElseThrow()
                                .messages()
                        == 1);
        bed.stopBroker();
        bed.startBroker();
        // An answer sent in between would have reached nobody, so the host asks again at once, not after two minutes.
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> await(bed.connector.streams(bed.streams).stream(Streams.CONTROL))
                                .orElseThrow()
                                .messages()
                        == 2);
        answering(request -> List.of(signed(request.reply(), admission(request), bed.meshKey)));

        assertThat(await(admitted).node()).isEqualTo(N1);
    }

    @Test
    void anExpiredTokenAsksNobody() {
        TokenText expired = bed.token("t2", Instant.now().minusSeconds(1));

        assertFails(enrolment().enrol(expired), ProblemCode.TOKEN_EXPIRED);
    }

    @Test
    void endsWhenTheTokenExpiresUnanswered() {
        TokenText shortLived = new TokenText(
                token.id(),
                N1,
                token.secret(),
                token.urls(),
                token.pins(),
                token.meshKey(),
                Instant.now().plusSeconds(3));

        assertFails(enrolment().enrol(shortLived), ProblemCode.TOKEN_EXPIRED);
    }

    @Test
    void aWrongPinIsRefusedBeforeAnythingIsSaid() {
        TokenText pinned = new TokenText(
                token.id(),
                N1,
                token.secret(),
                token.urls(),
                List.of("0".repeat(64)),
                token.meshKey(),
                token.expires());

        assertFails(enrolment().enrol(pinned), ProblemCode.BUS_PIN);
    }

    @Test
    void aTokenThatTheBusDoesNotKnowIsGivenUp() {
        TokenText unknown = bed.token("t9", Instant.now().plusSeconds(600));

        assertFails(enrolment().enrol(unknown), ProblemCode.TOKEN_UNKNOWN);
    }

    @Test
    void aDirectoryOfAnotherNodeIsNotTakenOver() throws Exception {
        answering(request -> List.of(signed(request.reply(), admission(request), bed.meshKey)));
        await(enrolment().enrol(token));
        TokenText other = new TokenText(
                new TokenId("t5"),
                new io.meshbus.sdk.id.NodeId("n2"),
                token.secret(),
                token.urls(),
                token.pins(),
                token.meshKey(),
                token.expires());

        assertFails(enrolment().enrol(other), ProblemCode.ALREADY_EXISTS);
    }
}
