package io.meshbus.sdk.secret;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import org.bouncycastle.math.ec.rfc7748.X25519;

/** An X25519 key pair; the private half never leaves its owner's file (spec 3.6). */
public final class SealingKey {
    private final byte[] privateBytes;
    private final Public publicKey;

    private SealingKey(byte[] privateBytes) {
        this.privateBytes = privateBytes;
        byte[] point = new byte[X25519.POINT_SIZE];
        X25519.generatePublicKey(privateBytes, 0, point, 0);
        this.publicKey = new Public(Base64.getUrlEncoder().withoutPadding().encodeToString(point));
    }

    public static SealingKey generate(SecureRandom random) {
        byte[] scalar = new byte[X25519.SCALAR_SIZE];
        X25519.generatePrivateKey(random, scalar);
        return new SealingKey(scalar);
    }

    /** @param secret what {@link #secret} gave */
    public static SealingKey of(Secret secret) {
        byte[] scalar = Base64.getUrlDecoder().decode(secret.revealText());
        if (scalar.length != X25519.SCALAR_SIZE) {
            throw new IllegalArgumentException("a sealing key has 32 bytes");
        }
        return new SealingKey(scalar);
    }

    /** The private half as base64url text, to be written to a file of mode 0600. */
    public Secret secret() {
        return Secret.of(Base64.getUrlEncoder().withoutPadding().encodeToString(privateBytes));
    }

    public Public publicKey() {
        return publicKey;
    }

    byte[] privateBytes() {
        return Arrays.copyOf(privateBytes, privateBytes.length);
    }

    /**
     * The public half.
     *
     * @param value base64url of 32 bytes
     */
    public record Public(String value) {
        public Public {
            byte[] raw;
            try {
                raw = Base64.getUrlDecoder().decode(value);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("a public sealing key is base64url of 32 bytes", e);
            }
            if (raw.length != X25519.POINT_SIZE) {
                throw new IllegalArgumentException("a public sealing key is base64url of 32 bytes");
            }
        }

        byte[] bytes() {
            return Base64.getUrlDecoder().decode(value);
        }
    }
}
