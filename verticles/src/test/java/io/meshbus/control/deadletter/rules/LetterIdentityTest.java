package io.meshbus.control.deadletter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LetterIdentityTest {
    @Test
    void namesTheLetterAndWhoFailed() {
        LetterIdentity event = new LetterIdentity("EVENTS", "orders", 7);
        assertThat(event.messageId()).isEqualTo("EVENTS:orders:7");
        assertThat(event.failed()).isEqualTo("orders");
        assertThat(event.staysInQueue()).isFalse();
        LetterIdentity work = new LetterIdentity("SEAT_pricing-desk", "holders", 3);
        assertThat(work.failed()).isEqualTo("seat:pricing-desk");
        assertThat(work.staysInQueue()).isTrue();
    }
}
