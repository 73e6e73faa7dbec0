package io.meshbus.control.enrolment.rules;

import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.secret.Secret;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a token.
 *
 * @param proofKey checks proofs
 * @param revoked by a person, or by too many requests
 * @param sealingKey whom it was spent for, or null while it is live
 * @param identityKey likewise
 */
public record TokenFacts(
        NodeId node,
        Secret proofKey,
        Instant expires,
        boolean revoked,
        @Nullable String sealingKey,
        @Nullable String identityKey) {
    boolean spent() {
        return sealingKey != null;
    }
}
