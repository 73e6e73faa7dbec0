package io.meshbus.sdk.secret;

import io.nats.client.NKey;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;

/**
 * An nkey of a user of the bus (Ed25519). Its seed is derived from a secret that its owner has anyway, so there is no
 * further file to keep, and knowing one seed tells nothing of another; only the public half is ever told (spec 3.4).
 */
public final class UserKey {
    private final Secret seed;
    private final String publicKey;

    private UserKey(NKey key) throws GeneralSecurityException, IOException {
        this.seed = Secret.of(new String(key.getSeed()));
        this.publicKey = new String(key.getPublicKey());
    }

    /** The owner's key of that number, 0 or greater. */
    public static UserKey of(SealingKey owner, long number) {
        return of(owner.secret(), "bus-nkey-" + number);
    }

    /** The key of a secret for one purpose. */
    public static UserKey of(Secret secret, String purpose) {
        return from(new Given(Kdf.derive32(secret, purpose)));
    }

    /** One that nothing else knows; its seed must be kept. */
    public static UserKey generate(SecureRandom random) {
        return from(random);
    }

    private static UserKey from(SecureRandom random) {
        try {
            return new UserKey(NKey.createUser(random));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("an nkey cannot be made", e);
        }
    }

    /** {@code U…}: 56 characters. */
    public String publicKey() {
        return publicKey;
    }

    /** {@code SU…}, for whoever signs in with it. */
    public Secret seed() {
        return seed;
    }

    /** Whether this is the public half of a user's key, its checksum included. */
    public static boolean isPublic(String text) {
        try {
            return NKey.isValidPublicUserKey(text.toCharArray());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** jnats makes a pair of what a random source gives; this one gives what is derived. */
    private static final class Given extends SecureRandom {
        private static final long serialVersionUID = 1L;

        private final byte[] bytes;

        Given(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public void nextBytes(byte[] into) {
            if (into.length != bytes.length) {
                throw new IllegalStateException("a seed has " + bytes.length + " bytes, not " + into.length);
            }
            System.arraycopy(bytes, 0, into, 0, bytes.length);
        }
    }
}
