package io.meshbus.sdk.secret;

import io.meshbus.sdk.subject.Digest;
import java.security.SecureRandom;
import java.util.Base64;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/** An Ed25519 key pair: the mesh key signs declarations and answers, a node's identity key signs as the node. */
public final class SigningKey {
    private final byte[] seed;
    private final Public publicKey;

    private SigningKey(byte[] seed) {
        this.seed = seed;
        byte[] raw = new byte[Ed25519.PUBLIC_KEY_SIZE];
        Ed25519.generatePublicKey(seed, 0, raw, 0);
        this.publicKey = new Public(Base64.getUrlEncoder().withoutPadding().encodeToString(raw));
    }

    public static SigningKey generate(SecureRandom random) {
        byte[] seed = new byte[Ed25519.SECRET_KEY_SIZE];
        Ed25519.generatePrivateKey(random, seed);
        return new SigningKey(seed);
    }

    /** @param secret what {@link #secret} gave */
    public static SigningKey of(Secret secret) {
        byte[] seed = Base64.getUrlDecoder().decode(secret.revealText());
        if (seed.length != Ed25519.SECRET_KEY_SIZE) {
            throw new IllegalArgumentException("a signing key has 32 bytes");
        }
        return new SigningKey(seed);
    }

    public Secret secret() {
        return Secret.of(Base64.getUrlEncoder().withoutPadding().encodeToString(seed));
    }

    public Public publicKey() {
        return publicKey;
    }

    /** @return base64url of the 64 signature bytes */
    public String sign(byte[] message) {
        byte[] signature = new byte[Ed25519.SIGNATURE_SIZE];
        Ed25519.sign(seed, 0, message, 0, message.length, signature, 0);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
    }

    /**
     * The public half.
     *
     * @param value base64url of 32 bytes
     */
    public record Public(String value) {
        public Public {
            if (Base64.getUrlDecoder().decode(value).length != Ed25519.PUBLIC_KEY_SIZE) {
                throw new IllegalArgumentException("a public signing key is base64url of 32 bytes");
            }
        }

        /** What a token carries to recognise the key by: SHA-256, hexadecimal. */
        public String fingerprint() {
            return Digest.sha256(Base64.getUrlDecoder().decode(value));
        }

        /** False for anything but a signature of these bytes by this key; never throws. */
        public boolean verifies(byte[] message, String signature) {
            byte[] raw;
            try {
                raw = Base64.getUrlDecoder().decode(signature);
            } catch (IllegalArgumentException e) {
                return false;
            }
            return raw.length == Ed25519.SIGNATURE_SIZE
                    && Ed25519.verify(raw, 0, Base64.getUrlDecoder().decode(value), 0, message, 0, message.length);
        }
    }
}
