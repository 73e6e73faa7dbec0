package io.meshbus.sdk.wire;

import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.TokenId;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A machine asks to join (spec 3.6).
 *
 * @param v payload version, 1
 * @param token public id of the token
 * @param node the name the token is bound to
 * @param sealingKey X25519 public key, base64url
 * @param identityKey Ed25519 public key, base64url
 * @param reply where the answer is awaited; must lie under the token's own inbox
 * @param facts what the host knows of its machine
 * @param tunnel a tunnel found in place, or null
 * @param proof HMAC-SHA256 over {@link #canonical} with the token's proof key, base64url
 */
public record EnrolmentRequest(
        int v,
        TokenId token,
        NodeId node,
        String sealingKey,
        String identityKey,
        String reply,
        JsonObject facts,
        @Nullable String tunnel,
        String proof) {
    public EnrolmentRequest {
        Require.member(token, "token");
        Require.member(node, "node");
        Require.member(sealingKey, "sealingKey");
        Require.member(identityKey, "identityKey");
        Require.member(reply, "reply");
        Require.member(facts, "facts");
        Require.member(proof, "proof");
    }

    /** The bytes that the proof covers: token, node, both keys and reply, each on its own line. */
    public static byte[] canonical(TokenId token, NodeId node, String sealingKey, String identityKey, String reply) {
        return String.join("\n", "meshbus-enrolment-1", token.value(), node.value(), sealingKey, identityKey, reply)
                .getBytes(StandardCharsets.UTF_8);
    }

    public byte[] canonical() {
        return canonical(token, node, sealingKey, identityKey, reply);
    }
}
