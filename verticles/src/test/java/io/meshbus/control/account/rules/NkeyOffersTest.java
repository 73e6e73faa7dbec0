package io.meshbus.control.account.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.UserKey;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NkeyOffersTest {
    private final SealingKey node = SealingKey.generate(new SecureRandom());

    private String key(long number) {
        return UserKey.of(node, number).publicKey();
    }

    @Test
    void whatIsFreeIsHandedByItsNumber() {
        assertThat(NkeyOffers.free(4, List.of(key(4), key(5), key(6)), Set.of(key(5))))
                .containsExactly(HandedCredential.nkey(4, key(4)), HandedCredential.nkey(6, key(6)));
    }

    @Test
    void whatIsNoKeyIsPassedOver() {
        String damaged = key(1).substring(0, 55) + (key(1).endsWith("A") ? "B" : "A");
        assertThat(NkeyOffers.free(0, List.of(7, "U", damaged, key(3)), Set.of()))
                .containsExactly(HandedCredential.nkey(3, key(3)));
        assertThat(NkeyOffers.free(-1, List.of(key(0)), Set.of())).isEmpty();
        assertThat(NkeyOffers.free(0, List.of(), Set.of())).isEmpty();
    }
}
