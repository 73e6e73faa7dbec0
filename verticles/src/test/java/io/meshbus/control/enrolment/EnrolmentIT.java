package io.meshbus.control.enrolment;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.meshbus.control.ControllerBed;
import io.meshbus.control.ControllerBed.Machine;
import io.meshbus.control.store.Store.Token;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Alive;
import io.meshbus.sdk.wire.EnrolmentAnswer;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Enrolment against a real server (spec 3.6). */
class EnrolmentIT {
    @TempDir
    static Path directory;

    private static ControllerBed bed;

    @BeforeAll
    static void raise() throws Exception {
        bed = new ControllerBed(directory);
    }

    @AfterAll
    static void lower() throws Exception {
        bed.close();
    }

    private static Token stored(Machine machine) throws Exception {
        return await(bed.mesh.store.token(machine.token.id())).orElseThrow();
    }

    private static void controlIsEmpty() {
        await().atMost(Duration.ofSeconds(10))
                .until(() ->
                        await(bed.admin.stream(Streams.CONTROL)).orElseThrow().messages() == 0);
    }

    @Test
    void admitsAMachineAndClosesTheTokenOnceItIsHeard() throws Exception {
        Machine machine = bed.new Machine(bed.token("n1"));
        EnrolmentAnswer answer = machine.enrol();
        assertThat(answer.admitted()).isTrue();
        assertThat(answer.meshKey()).isEqualTo(bed.mesh.identity.meshKey());
        assertThat(answer.mesh()).isEqualTo(bed.mesh.identity.id());
        Bus host = machine.host(answer);
        assertThat(stored(machine).open()).isTrue();
        host.publish(Message.of(
                Subjects.alive(new NodeId("n1")), WireCodec.encode(new Alive(1, new NodeId("n1"), 0.1, "0", ""))));
        await().atMost(Duration.ofSeconds(20)).until(() -> !stored(machine).open());
        bed.mesh.live();
        assertThat(catchThrowable(
                        () -> bed.connect(PrincipalId.enrolment(machine.token.id()), machine.token.busPassword())))
                .hasMessageContaining("BUS_AUTH");
        controlIsEmpty();
    }

    @Test
    void givesTheSameAdmissionToTheSameKeysAndNoneToOthers() throws Exception {
        Machine first = bed.new Machine(bed.token("n2"));
        EnrolmentAnswer admitted = first.enrol();
        EnrolmentAnswer again = first.enrol();
        assertThat(again).isEqualTo(admitted);
        Machine thief = bed.new Machine(first.token);
        EnrolmentAnswer refused = thief.enrol();
        assertThat(refused.admitted()).isFalse();
        assertThat(refused.sealed()).isNull();
        assertThat(refused.refusal()).isEqualTo(EnrolmentAnswers.REFUSAL);
        assertThat(await(bed.mesh.store.node(new NodeId("n2"))).orElseThrow().sealingKey())
                .isEqualTo(first.sealing.publicKey().value());
    }

    @Test
    void aWrongProofGetsTheSameVagueWordsAndSpendsNothing() throws Exception {
        Machine machine = bed.new Machine(bed.token("n3"));
        machine.send(machine.request(machine.reply(), Secret.mint(ControllerBed.RANDOM)));
        EnrolmentAnswer refused = machine.answer();
        assertThat(refused.admitted()).isFalse();
        assertThat(refused.refusal()).isEqualTo(EnrolmentAnswers.REFUSAL);
        assertThat(stored(machine).state()).isEqualTo(Token.State.LIVE);
        assertThat(machine.enrol().admitted()).isTrue();
    }

    @Test
    void aReplyOutsideTheTokensInboxIsNeverAnsweredAndSpendsNothing() throws Exception {
        Machine machine = bed.new Machine(bed.token("n4"));
        java.util.Queue<Message> heard = new java.util.concurrent.ConcurrentLinkedQueue<>();
        await(bed.person.subscribe("_INBOX.person.admin.trap", heard::add));
        machine.send(machine.request("_INBOX.person.admin.trap", machine.token.proofKey()));
        controlIsEmpty();
        assertThat(stored(machine).state()).isEqualTo(Token.State.LIVE);
        assertThat(machine.enrol().admitted()).isTrue();
        await(bed.person.flush());
        assertThat(heard).isEmpty();
    }

    @Test
    void aRemovedNodesTokenAdmitsNobodyAgain() throws Exception {
        Machine machine = bed.new Machine(bed.token("n5"));
        EnrolmentAnswer admitted = machine.enrol();
        Bus host = machine.host(admitted);
        bed.ask("node_remove", new JsonObject().put("node", "n5"));
        assertThat(await(bed.mesh.store.node(new NodeId("n5")))).isEmpty();
        assertThat(catchThrowable(() -> machine.host(admitted))).hasMessageContaining("BUS_AUTH");
        assertThat(host.principal()).isEqualTo(new PrincipalId("host.n5"));
    }
}
