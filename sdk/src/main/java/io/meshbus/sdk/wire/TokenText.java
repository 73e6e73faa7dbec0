package io.meshbus.sdk.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Kdf;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.UserKey;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An enrolment token as a person carries it: {@code mbt_} and base64url of JSON (spec 3.6). It holds the secret: never
 * log its text.
 *
 * @param id public
 * @param node the only name it admits
 * @param secret 256 random bits as base64url text
 * @param urls where the bus is
 * @param pins SHA-256 (hex) of the certificates the bus may show
 * @param meshKey fingerprint (SHA-256, hex) of the mesh key that signs answers and declarations
 * @param expires admits nobody after this
 * @param nkey it opens the bus by a key instead of a password, and the node is to offer keys
 */
public record TokenText(
        TokenId id,
        NodeId node,
        Secret secret,
        List<String> urls,
        List<String> pins,
        String meshKey,
        Instant expires,
        boolean nkey) {
    private static final String PREFIX = "mbt_";
    private static final String NKEY = "nkey";
    /** Characters of a token's text at most. */
    public static final int CHARS_MAX = 4096;

    public TokenText {
        Require.member(id, "id");
        Require.member(node, "node");
        Require.member(secret, "secret");
        Require.member(meshKey, "meshKey");
        Require.member(expires, "expires");
        urls = List.copyOf(urls);
        pins = List.copyOf(pins);
    }

    /** One that opens the bus by a password. */
    public TokenText(
            TokenId id,
            NodeId node,
            Secret secret,
            List<String> urls,
            List<String> pins,
            String meshKey,
            Instant expires) {
        this(id, node, secret, urls, pins, meshKey, expires, false);
    }

    /** The key of {@code enrol.<id>} on the bus. */
    public UserKey busKey() {
        return UserKey.of(secret, "bus-nkey");
    }

    /** The bus password of {@code enrol.<id>}. */
    public Secret busPassword() {
        return Kdf.derive(secret, "bus");
    }

    /** The key of the proof in the request. */
    public Secret proofKey() {
        return Kdf.derive(secret, "proof");
    }

    /** The text, which is the secret itself. */
    public String encode() {
        byte[] json = WireCodec.encode(new Wire(
                        WireCodec.VERSION,
                        id,
                        node,
                        secret.revealText(),
                        urls,
                        pins,
                        meshKey,
                        expires.getEpochSecond(),
                        nkey ? NKEY : null))
                .getBytes();
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(json);
    }

    /** @throws ProblemException {@code TOKEN_MALFORMED}; never with a part of the text */
    public static TokenText decode(String text) {
        String token = text.strip();
        if (!token.startsWith(PREFIX) || token.length() > CHARS_MAX) {
            throw malformed("it does not start with " + PREFIX + " or is longer than " + CHARS_MAX + " characters");
        }
        try {
            byte[] json = Base64.getUrlDecoder()
                    .decode(token.substring(PREFIX.length()).getBytes(StandardCharsets.US_ASCII));
            Wire wire = WireCodec.decode(Buffer.buffer(json), Wire.class);
            return new TokenText(
                    wire.id(),
                    wire.node(),
                    Secret.of(wire.secret()),
                    wire.urls(),
                    wire.pins(),
                    wire.meshKey(),
                    Instant.ofEpochSecond(wire.expires()),
                    NKEY.equals(wire.auth()));
        } catch (IllegalArgumentException | ProblemException e) {
            throw malformed("a part of it is missing or changed");
        }
    }

    private static ProblemException malformed(String why) {
        return Problem.of(
                        ProblemCode.TOKEN_MALFORMED,
                        "this is not an enrolment token",
                        why,
                        "copy the whole token that token issue printed")
                .asException();
    }

    /**
     * @param expires seconds of the epoch
     * @param auth {@code nkey}, or left out for a password
     */
    private record Wire(
            int v,
            TokenId id,
            NodeId node,
            String secret,
            List<String> urls,
            List<String> pins,
            String meshKey,
            long expires,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String auth) {
        private Wire {
            Require.member(secret, "secret");
            Require.member(urls, "urls");
            Require.member(pins, "pins");
        }
    }
}
