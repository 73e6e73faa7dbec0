package io.meshbus.control.account.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.account.HandedCredential;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RetirementTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final String NEWER = "nkey:7:UNEWER";

    @Test
    void aNodesOldOneEndsWhenTheNodeSaysThatItUsesTheNewOne() {
        assertThat(Retirement.isOver(NEWER, null, HandedCredential.mark(NEWER), NOW))
                .isTrue();
        assertThat(Retirement.isOver(NEWER, null, HandedCredential.mark("nkey:6:UOLDER"), NOW))
                .isFalse();
        assertThat(Retirement.isOver(NEWER, null, null, NOW)).isFalse();
    }

    @Test
    void aPersonsOldOneEndsWhenItsTimeIsOver() {
        assertThat(Retirement.isOver(NEWER, NOW, null, NOW.minusMillis(1))).isFalse();
        assertThat(Retirement.isOver(NEWER, NOW, null, NOW)).isTrue();
    }

    @Test
    void ofAPrincipalThatIsNoMoreNothingIsKept() {
        assertThat(Retirement.isOver(null, null, null, NOW)).isTrue();
    }
}
