package io.meshbus.sdk.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.bus.BusOptions.Auth;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Sealing;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.UserKey;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandedCredentialTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final PrincipalId ORDERS = new PrincipalId("orders.n1");
    private static final String HASH = "$2a$04$" + "x".repeat(53);

    private final SealingKey key = SealingKey.generate(RANDOM);
    private final Secret password = Secret.mint(RANDOM);
    private final String sealed = Sealing.seal(key.publicKey(), ORDERS.value(), password.reveal());

    @Test
    void aPasswordOpensUnderThePrincipalsName() {
        assertThat(HandedCredential.open(key, ORDERS, sealed)).isEqualTo(new Auth("orders.n1", password, null));
        assertThat(HandedCredential.numberOf(sealed)).isEqualTo(-1);
        assertThat(Credential.of(HASH, sealed)).isEqualTo(new Credential.PasswordHash(HASH));
    }

    @Test
    void afterARotationItOpensUnderAnother() {
        String handed = HandedCredential.password("orders.n1+7f", sealed);
        assertThat(HandedCredential.open(key, ORDERS, handed)).isEqualTo(new Auth("orders.n1+7f", password, null));
        assertThat(Credential.of(HASH, handed)).isEqualTo(new Credential.PasswordHash(HASH, "orders.n1+7f"));
    }

    @Test
    void aKeyIsTheOwnersOwnOfThatNumber() {
        UserKey own = UserKey.of(key, 7);
        String handed = HandedCredential.nkey(7, own.publicKey());
        assertThat(HandedCredential.numberOf(handed)).isEqualTo(7);
        assertThat(HandedCredential.publicKeyOf(handed)).isEqualTo(own.publicKey());
        assertThat(HandedCredential.open(key, ORDERS, handed)).isEqualTo(Auth.nkey(ORDERS, own.seed()));
        assertThat(UserKey.isPublic(own.publicKey())).isTrue();
        assertThat(own.seed().revealText()).matches("SU[A-Z2-7]{56}");
        assertThat(UserKey.of(key, 8).publicKey()).isNotEqualTo(own.publicKey());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nkey:",
                "nkey:7",
                "nkey:x:U",
                "nkey:-3:U",
                "nkey::",
                "as:",
                "as:x",
                "as:x:",
                "",
                ":",
                "nkey:7:UABC"
            })
    void whatIsDamagedIsRefusedAndNothingElse(String handed) {
        assertThatThrownBy(() -> HandedCredential.open(key, ORDERS, handed))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("CREDENTIALS_UNUSABLE");
    }

    @Test
    void anotherOwnersKeyIsRefused() {
        String foreign = HandedCredential.nkey(
                0, UserKey.of(SealingKey.generate(RANDOM), 0).publicKey());
        assertThatThrownBy(() -> HandedCredential.open(key, ORDERS, foreign)).isInstanceOf(ProblemException.class);
    }
}
