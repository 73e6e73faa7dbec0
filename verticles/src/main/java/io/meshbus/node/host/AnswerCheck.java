package io.meshbus.node.host;

import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.wire.EnrolmentAnswer;
import io.meshbus.sdk.wire.TokenText;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what arrives where the answer is awaited. Arrival proves nothing (spec 2.4): what the mesh key, whose fingerprint
 * the token carries, has not signed is logged and passed over.
 */
final class AnswerCheck {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerCheck.class);

    private final TokenText token;
    private final SealingKey key;
    private final String reply;

    AnswerCheck(TokenText token, SealingKey key, String reply) {
        this.token = token;
        this.key = key;
        this.reply = reply;
    }

    /** Empty: not the mesh's answer, go on waiting. Fails when the mesh has refused. */
    Future<Optional<HostIdentity>> read(Message message) {
        try {
            return Future.succeededFuture(Optional.of(admission(message)));
        } catch (Passed passed) {
            LOG.warn("enrolment-answer-passed-over token={} reason=\"{}\"", token.id(), passed.getMessage());
            return Future.succeededFuture(Optional.empty());
        } catch (ProblemException refused) {
            return Future.failedFuture(refused);
        }
    }

    private static final class Passed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Passed(String reason) {
            super(reason);
        }
    }

    private HostIdentity admission(Message message) {
        EnrolmentAnswer answer = signed(message);
        if (!answer.node().equals(token.node())) {
            throw new Passed("it is for node " + answer.node());
        }
        if (!answer.admitted()) {
            throw Problem.of(
                            ProblemCode.NOT_ENROLLED,
                            "the mesh has refused this node",
                            Objects.requireNonNullElse(answer.refusal(), ""),
                            "the controller's log says why; issue a new token")
                    .asException();
        }
        if (answer.sealed() == null || answer.urls().isEmpty() || answer.pins().isEmpty()) {
            throw new Passed("it lacks credentials, urls or pins");
        }
        HandedCredential.open(key, PrincipalId.host(token.node()), answer.sealed());
        return new HostIdentity(
                1,
                answer.node(),
                answer.mesh(),
                answer.name(),
                answer.meshKey(),
                answer.urls(),
                answer.pins(),
                answer.epoch(),
                answer.sealed());
    }

    private EnrolmentAnswer signed(Message message) {
        if (!message.subject().equals(reply)) {
            throw new Passed("its subject is " + message.subject());
        }
        String signature = message.headers().first(WireHeaders.SIGNATURE);
        EnrolmentAnswer answer;
        SigningKey.Public meshKey;
        try {
            answer = WireCodec.decode(message.body(), EnrolmentAnswer.class);
            meshKey = new SigningKey.Public(answer.meshKey());
        } catch (ProblemException | IllegalArgumentException e) {
            throw new Passed("it is no answer");
        }
        if (signature == null
                || !meshKey.fingerprint().equals(token.meshKey())
                || !meshKey.verifies(message.body().getBytes(), signature)) {
            throw new Passed("it is not signed with the key of the mesh");
        }
        return answer;
    }
}
