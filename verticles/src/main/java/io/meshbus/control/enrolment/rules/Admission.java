package io.meshbus.control.enrolment.rules;

import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.secret.Kdf;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.wire.EnrolmentRequest;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Whether a request is admitted (spec 3.6). The proof is checked first after the reply: without it nothing is told. */
public final class Admission {
    /** Requests of one token that wait for an answer; one more revokes it. */
    public static final int UNANSWERED_MAX = 10;

    /** What may follow the inbox prefix: plain tokens, no wildcard, nothing to break a line with. */
    private static final Pattern REST = Pattern.compile("[A-Za-z0-9_-]{1,64}(\\.[A-Za-z0-9_-]{1,64}){0,7}");

    private Admission() {}

    public static Verdict judge(@Nullable TokenFacts token, EnrolmentRequest request, Instant now) {
        if (!ownsReply(request.token(), request.reply())) {
            return new Verdict.Refuse(ProblemCode.REPLY_REFUSED, "the reply is not under the token's own inbox", false);
        }
        if (token == null) {
            return refuse(ProblemCode.TOKEN_UNKNOWN, "no such token");
        }
        if (!proves(token.proofKey(), request)) {
            return refuse(
                    ProblemCode.TOKEN_WRONG_PROOF, "the proof was made with another secret or over other members");
        }
        if (token.revoked()) {
            return refuse(ProblemCode.TOKEN_REVOKED, "the token was revoked");
        }
        if (!now.isBefore(token.expires())) {
            return refuse(ProblemCode.TOKEN_EXPIRED, "the token expired at " + token.expires());
        }
        if (!token.node().equals(request.node())) {
            return refuse(ProblemCode.TOKEN_WRONG_NODE, "the token admits " + token.node());
        }
        if (!areKeys(request)) {
            return refuse(ProblemCode.BAD_PAYLOAD, "a public key is not one");
        }
        boolean sameKeys = request.sealingKey().equals(token.sealingKey())
                && request.identityKey().equals(token.identityKey());
        return token.spent() && !sameKeys
                ? refuse(ProblemCode.TOKEN_SPENT, "the token was spent by other keys")
                : new Verdict.Admit();
    }

    private static Verdict refuse(ProblemCode code, String detail) {
        return new Verdict.Refuse(code, detail, true);
    }

    /** Lies under {@code _INBOX.enrol.<token>.} and names one place there. */
    public static boolean ownsReply(TokenId token, String reply) {
        String prefix = PrincipalId.enrolment(token).inboxPrefix() + ".";
        return reply.startsWith(prefix)
                && REST.matcher(reply.substring(prefix.length())).matches();
    }

    /** Constant time: {@link Secret#equals}. */
    private static boolean proves(Secret proofKey, EnrolmentRequest request) {
        return Kdf.hmac(proofKey, request.canonical()).equals(Secret.of(request.proof()));
    }

    private static boolean areKeys(EnrolmentRequest request) {
        try {
            return !new SealingKey.Public(request.sealingKey()).value().isEmpty()
                    && !new SigningKey.Public(request.identityKey()).value().isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
