package io.meshbus.sdk.account;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How a principal proves itself to the server; what the composed file may hold of it (spec 3.4). */
public sealed interface Credential {
    /**
     * @param bcrypt {@code $2a$…}; never the password
     * @param user the name to sign in with, or null for the principal's own
     */
    record PasswordHash(String bcrypt, @Nullable String user) implements Credential {
        private static final Pattern BCRYPT = Pattern.compile("\\$2[aby]\\$[0-9]{2}\\$[./A-Za-z0-9]{53}");

        public PasswordHash {
            if (!BCRYPT.matcher(bcrypt).matches()) {
                throw new IllegalArgumentException("not a bcrypt hash; a server would take it for a password");
            }
        }

        public PasswordHash(String bcrypt) {
            this(bcrypt, null);
        }
    }

    /** @param key the public user key, {@code U…}, of a pair whose seed its owner keeps */
    record NKey(String key) implements Credential {
        private static final Pattern PUBLIC_USER = Pattern.compile("U[A-Z2-7]{55}");

        public NKey {
            if (!PUBLIC_USER.matcher(key).matches()) {
                throw new IllegalArgumentException("not a public user key");
            }
        }
    }

    /**
     * What stands in a store: a hash or a public key.
     *
     * @param handed what its owner was handed for it ({@link HandedCredential}), which names the user
     */
    static Credential of(String stored, String handed) {
        return stored.startsWith("U") ? new NKey(stored) : new PasswordHash(stored, HandedCredential.userOf(handed));
    }
}
