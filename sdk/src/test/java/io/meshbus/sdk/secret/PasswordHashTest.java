package io.meshbus.sdk.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class PasswordHashTest {
    private final SecureRandom random = new SecureRandom();

    /**
     * A minted secret has 256 random bits, so a slow hash protects nothing, while the server pays one hash for each
     * connected client at each reload and admits nobody meanwhile (facts 4). Raising the cost is a fault.
     */
    @Test
    void costsTheServerAsLittleAsBcryptAllows() {
        assertThat(Secret.MINTED_BITS).isGreaterThanOrEqualTo(256);
        assertThat(PasswordHash.of(Secret.mint(random), random)).startsWith("$2a$04$");
    }

    @Test
    void matchesItsOwnSecretOnly() {
        Secret secret = Secret.mint(random);
        String hash = PasswordHash.of(secret, random);
        assertThat(PasswordHash.matches(secret, hash)).isTrue();
        assertThat(PasswordHash.matches(Secret.mint(random), hash)).isFalse();
        assertThat(hash).doesNotContain(secret.revealText());
    }
}
