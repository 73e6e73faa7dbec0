package io.meshbus.sdk.secret;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.hpke.HPKE;
import org.bouncycastle.crypto.hpke.HPKEContextWithEncapsulation;

/**
 * HPKE base mode, X25519 / HKDF-SHA256 / ChaCha20-Poly1305 (RFC 9180); the wire form is {@code enc ‖ ciphertext} in
 * base64url. Sealing is randomised: seal once, store, reuse (spec 3.4).
 */
public final class Sealing {
    private static final int ENCAPSULATED = 32;
    private static final byte[] NO_AAD = {};

    private Sealing() {}

    private static HPKE hpke() {
        return new HPKE(HPKE.mode_base, HPKE.kem_X25519_SHA256, HPKE.kdf_HKDF_SHA256, HPKE.aead_CHACHA20_POLY1305);
    }

    /** @param info what the secret is for; opening needs the same */
    public static String seal(SealingKey.Public to, String info, byte[] plain) {
        HPKE hpke = hpke();
        try {
            HPKEContextWithEncapsulation context = hpke.setupBaseS(hpke.deserializePublicKey(to.bytes()), utf8(info));
            byte[] cipher = context.seal(NO_AAD, plain);
            byte[] encapsulation = context.getEncapsulation();
            byte[] wire = Arrays.copyOf(encapsulation, ENCAPSULATED + cipher.length);
            System.arraycopy(cipher, 0, wire, ENCAPSULATED, cipher.length);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(wire);
        } catch (InvalidCipherTextException e) {
            throw new IllegalStateException("sealing cannot fail on a valid key", e);
        }
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code CREDENTIALS_UNUSABLE} when it was sealed to another key */
    public static byte[] open(SealingKey key, String info, String sealed) {
        HPKE hpke = hpke();
        try {
            byte[] wire = Base64.getUrlDecoder().decode(sealed);
            if (wire.length <= ENCAPSULATED) {
                throw unusable();
            }
            AsymmetricCipherKeyPair pair = hpke.deserializePrivateKey(
                    key.privateBytes(), key.publicKey().bytes());
            return hpke.setupBaseR(Arrays.copyOf(wire, ENCAPSULATED), pair, utf8(info))
                    .open(NO_AAD, Arrays.copyOfRange(wire, ENCAPSULATED, wire.length));
        } catch (InvalidCipherTextException | IllegalArgumentException e) {
            throw unusable();
        }
    }

    private static RuntimeException unusable() {
        return Problem.of(
                        ProblemCode.CREDENTIALS_UNUSABLE,
                        "a sealed secret cannot be opened",
                        "it was sealed to another key or is damaged",
                        "use the key it was issued to, or have it issued again")
                .asException();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
