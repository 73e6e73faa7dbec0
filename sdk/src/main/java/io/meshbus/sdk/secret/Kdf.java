package io.meshbus.sdk.secret;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.generators.HKDFBytesGenerator;
import org.bouncycastle.crypto.params.HKDFParameters;

/** HKDF-SHA256 and HMAC-SHA256 as enrolment uses them (spec 3.6). */
public final class Kdf {
    private static final int BYTES = 32;

    private Kdf() {}

    /** 256 bits derived from a secret for one purpose, as base64url text. */
    public static Secret derive(Secret secret, String purpose) {
        return Secret.of(Base64.getUrlEncoder().withoutPadding().encodeToString(derive32(secret, purpose)));
    }

    /** The same 32 bytes as they are. */
    static byte[] derive32(Secret secret, String purpose) {
        HKDFBytesGenerator hkdf = new HKDFBytesGenerator(new SHA256Digest());
        hkdf.init(new HKDFParameters(secret.reveal(), new byte[0], purpose.getBytes(StandardCharsets.UTF_8)));
        byte[] out = new byte[BYTES];
        hkdf.generateBytes(out, 0, BYTES);
        return out;
    }

    /** HMAC-SHA256 as base64url text; compare with {@link Secret#equals}, which takes constant time. */
    public static Secret hmac(Secret key, byte[] message) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.reveal(), "HmacSHA256"));
            return Secret.of(Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(message)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
