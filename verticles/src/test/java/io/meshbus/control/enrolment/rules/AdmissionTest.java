package io.meshbus.control.enrolment.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.secret.Kdf;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.wire.EnrolmentRequest;
import io.vertx.core.json.JsonObject;
import java.security.SecureRandom;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Instant NOW = Instant.ofEpochSecond(1_000);
    private static final TokenId TOKEN = new TokenId("t1");
    private static final NodeId N1 = new NodeId("n1");
    private static final String REPLY = "_INBOX.enrol.t1.abc";

    private final Secret proofKey = Secret.mint(RANDOM);
    private final String sealingKey = SealingKey.generate(RANDOM).publicKey().value();
    private final String identityKey = SigningKey.generate(RANDOM).publicKey().value();

    private EnrolmentRequest request(NodeId node, String sealing, String reply, Secret key) {
        String proof = Kdf.hmac(key, EnrolmentRequest.canonical(TOKEN, node, sealing, identityKey, reply))
                .revealText();
        return new EnrolmentRequest(1, TOKEN, node, sealing, identityKey, reply, new JsonObject(), null, proof);
    }

    private EnrolmentRequest request() {
        return request(N1, sealingKey, REPLY, proofKey);
    }

    private TokenFacts live() {
        return new TokenFacts(N1, proofKey, NOW.plusSeconds(1), false, null, null);
    }

    private static void assertRefused(Verdict verdict, ProblemCode code, boolean answerable) {
        assertThat(verdict).isInstanceOfSatisfying(Verdict.Refuse.class, refused -> {
            assertThat(refused.code()).isEqualTo(code);
            assertThat(refused.answerable()).isEqualTo(answerable);
        });
    }

    @Test
    void admitsWhoProvesALiveToken() {
        assertThat(Admission.judge(live(), request(), NOW)).isEqualTo(new Verdict.Admit());
    }

    @Test
    void admitsTheSameKeysAgain() {
        TokenFacts spent = new TokenFacts(N1, proofKey, NOW.plusSeconds(1), false, sealingKey, identityKey);
        assertThat(Admission.judge(spent, request(), NOW)).isEqualTo(new Verdict.Admit());
    }

    @Test
    void refusesASpentTokenToOtherKeys() {
        TokenFacts spent = new TokenFacts(N1, proofKey, NOW.plusSeconds(1), false, "other", identityKey);
        assertRefused(Admission.judge(spent, request(), NOW), ProblemCode.TOKEN_SPENT, true);
    }

    @Test
    void tellsUnknownRevokedExpiredAndWrongNodeApart() {
        assertRefused(Admission.judge(null, request(), NOW), ProblemCode.TOKEN_UNKNOWN, true);
        assertRefused(
                Admission.judge(new TokenFacts(N1, proofKey, NOW.plusSeconds(1), true, null, null), request(), NOW),
                ProblemCode.TOKEN_REVOKED,
                true);
        assertRefused(
                Admission.judge(new TokenFacts(N1, proofKey, NOW, false, null, null), request(), NOW),
                ProblemCode.TOKEN_EXPIRED,
                true);
        assertRefused(
                Admission.judge(live(), request(new NodeId("n2"), sealingKey, REPLY, proofKey), NOW),
                ProblemCode.TOKEN_WRONG_NODE,
                true);
    }

    @Test
    void withoutTheProofNothingElseIsLookedAt() {
        TokenFacts revoked = new TokenFacts(N1, proofKey, NOW, true, "x", "y");
        assertRefused(
                Admission.judge(revoked, request(N1, sealingKey, REPLY, Secret.mint(RANDOM)), NOW),
                ProblemCode.TOKEN_WRONG_PROOF,
                true);
    }

    @Test
    void aProofCoversEveryMember() {
        EnrolmentRequest good = request();
        String otherKey = SealingKey.generate(RANDOM).publicKey().value();
        EnrolmentRequest changed =
                new EnrolmentRequest(1, TOKEN, N1, otherKey, identityKey, REPLY, new JsonObject(), null, good.proof());
        assertRefused(Admission.judge(live(), changed, NOW), ProblemCode.TOKEN_WRONG_PROOF, true);
    }

    @Test
    void refusesKeysThatAreNone() {
        assertRefused(
                Admission.judge(live(), request(N1, "AAAA", REPLY, proofKey), NOW), ProblemCode.BAD_PAYLOAD, true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mesh.node.n1.declare",
                "_INBOX.enrol.t1",
                "_INBOX.enrol.t1.",
                "_INBOX.enrol.t1.>",
                "_INBOX.enrol.t1.*",
                "_INBOX.enrol.t1.a..b",
                "_INBOX.enrol.t1.a b",
                "_INBOX.enrol.t1.a\r\nPUB x 0",
                "_INBOX.enrol.t2.abc",
                "_INBOX.enrol.t10.abc",
                "$JS.API.STREAM.DELETE.CONTROL",
                ""
            })
    void neverAnswersOutsideTheTokensOwnInbox(String reply) {
        assertRefused(
                Admission.judge(live(), request(N1, sealingKey, reply, proofKey), NOW),
                ProblemCode.REPLY_REFUSED,
                false);
    }
}
