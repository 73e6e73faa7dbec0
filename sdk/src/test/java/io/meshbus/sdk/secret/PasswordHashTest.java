package io.meshbus.sdk.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;

class PasswordHashTest {
    private final SecureRandom random = new SecureRandom();

    /**
     * Not an oversight (docs/adr/0003): the secret is 256 random bits, which no slow hash makes harder to guess, and
     * nats-server hashes once for every connected client at each reload while nobody else connects.
     */
    @Test
    void theCostIsTheLowestOnPurpose() {
        assertThat(PasswordHash.COST).isEqualTo(4);
        assertThat(PasswordHash.of(Secret.mint(random), random)).startsWith("$2a$04$").hasSize(60);
    }

    @Test
    void matchesItsSecretAndNoOther() {
        Secret secret = Secret.mint(random);
        String hash = PasswordHash.of(secret, random);
        assertThat(PasswordHash.matches(secret, hash)).isTrue();
        assertThat(PasswordHash.matches(Secret.mint(random), hash)).isFalse();
        assertThat(PasswordHash.of(secret, random)).as("salted").isNotEqualTo(hash);
    }
}
