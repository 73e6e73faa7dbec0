package io.meshbus.control.store;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.secret.Kdf;
import io.meshbus.sdk.secret.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Seals what must be read back (proof keys, spec 3.6) so that a copy of the database alone gives nothing: AES-256-GCM. */
public final class AtRest {
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;
    private final SecureRandom random;

    /** @param root the private half of the mesh key; the sealing key is derived from it */
    public AtRest(Secret root, SecureRandom random) {
        this.key = new SecretKeySpec(
                Base64.getUrlDecoder().decode(Kdf.derive(root, "store at rest").revealText()), "AES");
        this.random = random;
    }

    String seal(String plain) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] cipher = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(plain.getBytes(StandardCharsets.UTF_8));
            byte[] wire = Arrays.copyOf(nonce, NONCE_BYTES + cipher.length);
            System.arraycopy(cipher, 0, wire, NONCE_BYTES, cipher.length);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(wire);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK seals with AES-GCM", e);
        }
    }

    /** Fails with {@code CREDENTIALS_UNUSABLE} when another mesh key sealed it. */
    String open(String sealed) {
        try {
            byte[] wire = Base64.getUrlDecoder().decode(sealed);
            byte[] plain = cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(wire, NONCE_BYTES))
                    .doFinal(wire, NONCE_BYTES, wire.length - NONCE_BYTES);
            return new String(plain, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw Problem.of(
                            ProblemCode.CREDENTIALS_UNUSABLE,
                            "a secret in the store cannot be opened",
                            "it was sealed with another mesh key or is damaged",
                            "start with the mesh key this store was made with")
                    .asException();
        }
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }
}
