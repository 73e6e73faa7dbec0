package io.meshbus.sdk.secret;

import java.security.SecureRandom;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;

/** bcrypt as nats-server reads it. */
public final class PasswordHash {
    /**
     * On purpose the lowest cost: the secret is 256 random bits, so a slow hash adds nothing, and the server pays one
     * hash per connected client at each reload (facts 4: 200 clients at cost 11 block connects for 33 s).
     */
    public static final int COST = 4;

    private static final int SALT_BYTES = 16;

    private PasswordHash() {}

    /** {@code $2a$04$…} */
    public static String of(Secret secret, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return OpenBSDBCrypt.generate("2a", secret.reveal(), salt, COST);
    }

    public static boolean matches(Secret secret, String hash) {
        return OpenBSDBCrypt.checkPassword(hash, secret.reveal());
    }
}
