package io.meshbus.control.observation.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.control.observation.rules.AdvisoryKind.Place;
import org.junit.jupiter.api.Test;

class AdvisoryKindTest {
    private static final String ROOT = "$JS.EVENT.ADVISORY.";

    @Test
    void whatIsLostOrGivenUpIsAnObservation() {
        assertThat(AdvisoryKind.placeOf(ROOT + "CONSUMER.MAX_DELIVERIES.EVENTS.orders"))
                .contains(new Place(AdvisoryKind.MAX_DELIVERIES, "EVENTS", "orders"));
        assertThat(AdvisoryKind.placeOf(ROOT + "STREAM.DELETED.EVENTS"))
                .contains(new Place(AdvisoryKind.STREAM_DELETED, "EVENTS", ""));
        assertThat(AdvisoryKind.TERMINATED.subjects()).isEqualTo(ROOT + "CONSUMER.MSG_TERMINATED.>");
        assertThat(AdvisoryKind.CONSUMER_DELETED.word()).isEqualTo("consumer_deleted");
    }

    @Test
    void whatIsEverydayIsNone() {
        assertThat(AdvisoryKind.placeOf(ROOT + "API")).isEmpty();
        assertThat(AdvisoryKind.placeOf(ROOT + "CONSUMER.CREATED.EVENTS.orders"))
                .isEmpty();
        assertThat(AdvisoryKind.placeOf(ROOT + "CONSUMER.DELETED.EVENTS")).isEmpty();
        assertThat(AdvisoryKind.placeOf(ROOT + "CONSUMER.DELETED.DEAD.scan-00000000-0000-0000-0000-000000000001"))
                .isEmpty();
        assertThat(AdvisoryKind.placeOf(ROOT + "CONSUMER.DELETED.EVENTS.scan-1"))
                .isPresent();
    }

    @Test
    void aTallyKeepsTheFirstIdAndTheLastMessage() {
        Tally two = Tally.NONE.and("a", 7, "why").and("b", 0, "");
        assertThat(two).isEqualTo(new Tally(2, 7, "a", "why"));
        assertThat(Tally.NONE.isEmpty()).isTrue();
        assertThat(two.isEmpty()).isFalse();
    }
}
