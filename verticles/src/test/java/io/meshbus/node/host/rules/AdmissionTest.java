package io.meshbus.node.host.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.subject.Digest;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private static final NodeId N1 = new NodeId("n1");
    private static final SigningKey MESH_KEY = SigningKey.generate(new SecureRandom());
    private static final SigningKey OTHER_KEY = SigningKey.generate(new SecureRandom());

    private static Declaration declaration(String mesh, NodeId node, long epoch) {
        return new Declaration(1, mesh, node, epoch, List.of("tls://h:1"), List.of("pin"), List.of());
    }

    private static byte[] bytes(Declaration declaration) {
        return WireCodec.encode(declaration).getBytes();
    }

    private static Standing standing(Position position, String digest) {
        return new Standing(N1, "mesh-1", MESH_KEY.publicKey(), position, digest);
    }

    private static Verdict judge(byte[] body, SigningKey key, long sequence, Standing standing) {
        return Admission.judge(
                new Presented(Subjects.declare(N1), body, key.sign(body), sequence), standing, AdmissionTest::decode);
    }

    private static Declaration decode(byte[] body) {
        return WireCodec.decode(Buffer.buffer(body), Declaration.class);
    }

    private static void assertRefused(Verdict verdict, ProblemCode code) {
        assertThat(verdict).isInstanceOfSatisfying(Verdict.Refused.class, refused -> {
            assertThat(refused.code()).isEqualTo(code);
            assertThat(refused.reason()).isNotEmpty();
        });
    }

    @Test
    void takesANewerSignedDeclarationOfThisNode() {
        byte[] body = bytes(declaration("mesh-1", N1, 1));

        Verdict verdict = judge(body, MESH_KEY, 7, standing(new Position(1, 6), "old"));

        assertThat(verdict)
                .isEqualTo(
                        new Verdict.Taken(declaration("mesh-1", N1, 1), new Position(1, 7), Digest.sha256(body), true));
    }

    @Test
    void knowsTheOneItHasTakenAlready() {
        byte[] body = bytes(declaration("mesh-1", N1, 1));

        Verdict verdict = judge(body, MESH_KEY, 7, standing(new Position(1, 7), Digest.sha256(body)));

        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Taken.class, taken -> assertThat(taken.fresh()).isFalse());
    }

    @Test
    void refusesAnUnsignedOne() {
        byte[] body = bytes(declaration("mesh-1", N1, 1));

        assertRefused(
                Admission.judge(
                        new Presented(Subjects.declare(N1), body, null, 7),
                        standing(Position.NONE, ""),
                        AdmissionTest::decode),
                ProblemCode.BAD_SIGNATURE);
    }

    @Test
    void refusesOneSignedWithAnotherKey() {
        assertRefused(
                judge(bytes(declaration("mesh-1", N1, 1)), OTHER_KEY, 7, standing(Position.NONE, "")),
                ProblemCode.BAD_SIGNATURE);
    }

    @Test
    void refusesOneThatWasChangedAfterSigning() {
        byte[] body = bytes(declaration("mesh-1", N1, 1));
        String signature = MESH_KEY.sign(body);
        byte[] changed = bytes(declaration("mesh-1", N1, 2));

        assertRefused(
                Admission.judge(
                        new Presented(Subjects.declare(N1), changed, signature, 7),
                        standing(Position.NONE, ""),
                        AdmissionTest::decode),
                ProblemCode.BAD_SIGNATURE);
    }

    @Test
    void refusesAnOlderSequenceAndAnOlderEpoch() {
        Standing standing = standing(new Position(2, 7), "taken");

        assertRefused(judge(bytes(declaration("mesh-1", N1, 2)), MESH_KEY, 6, standing), ProblemCode.STALE);
        assertRefused(judge(bytes(declaration("mesh-1", N1, 1)), MESH_KEY, 99, standing), ProblemCode.STALE);
        assertRefused(judge(bytes(declaration("mesh-1", N1, 2)), MESH_KEY, 7, standing), ProblemCode.STALE);
    }

    @Test
    void takesALowerSequenceOfANewerEpoch() {
        Verdict verdict =
                judge(bytes(declaration("mesh-1", N1, 3)), MESH_KEY, 1, standing(new Position(2, 700), "taken"));

        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Taken.class,
                        taken -> assertThat(taken.position()).isEqualTo(new Position(3, 1)));
    }

    @Test
    void refusesWhatIsForAnotherMeshOrNode() {
        Standing standing = standing(Position.NONE, "");

        assertRefused(judge(bytes(declaration("mesh-2", N1, 1)), MESH_KEY, 7, standing), ProblemCode.BAD_PAYLOAD);
        assertRefused(
                judge(bytes(declaration("mesh-1", new NodeId("n2"), 1)), MESH_KEY, 7, standing),
                ProblemCode.BAD_PAYLOAD);
    }

    @Test
    void refusesAnotherSubject() {
        byte[] body = bytes(declaration("mesh-1", N1, 1));

        assertRefused(
                Admission.judge(
                        new Presented(Subjects.declare(new NodeId("n2")), body, MESH_KEY.sign(body), 7),
                        standing(Position.NONE, ""),
                        AdmissionTest::decode),
                ProblemCode.BAD_SUBJECT);
    }

    @Test
    void refusesSignedBytesThatAreNoDeclaration() {
        for (String text : List.of("", "null", "{}", "{\"v\":1}", "[[[[", "\u0000\u0001")) {
            assertRefused(
                    judge(text.getBytes(StandardCharsets.UTF_8), MESH_KEY, 7, standing(Position.NONE, "")),
                    ProblemCode.BAD_PAYLOAD);
        }
    }

    @Test
    void refusesTenMebibytesWithoutReadingThem() {
        byte[] body = new byte[10 << 20];

        assertRefused(
                Admission.judge(
                        new Presented(Subjects.declare(N1), body, "x", 7), standing(Position.NONE, ""), bytes -> {
                            throw new AssertionError("parsed");
                        }),
                ProblemCode.TOO_LARGE);
    }

    @Test
    void planStopsInReverseAndStartsInOrderAndLeavesTheRest() {
        ModuleId a = new ModuleId("a");
        ModuleId b = new ModuleId("b");
        ModuleId c = new ModuleId("c");
        ModuleId d = new ModuleId("d");
        java.util.Map<ModuleId, String> running = new java.util.LinkedHashMap<>();
        running.put(a, "1");
        running.put(b, "1");
        running.put(c, "1");

        Plan plan =
                Plan.of(List.of(new Plan.Wanted(d, "1"), new Plan.Wanted(b, "2"), new Plan.Wanted(a, "1")), running);

        assertThat(plan).isEqualTo(new Plan(List.of(c, b), List.of(d, b), List.of(a)));
        assertThat(Plan.of(List.of(new Plan.Wanted(a, "1")), java.util.Map.of(a, "1"))
                        .changesNothing())
                .isTrue();
    }
}
