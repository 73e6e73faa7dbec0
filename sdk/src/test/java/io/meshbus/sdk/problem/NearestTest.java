package io.meshbus.sdk.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> KNOWN = List.of("consumes", "emits", "serves", "seats");

    @Test
    void findsWhatWasMeant() {
        assertThat(Nearest.of("consums", KNOWN)).contains("consumes");
        assertThat(Nearest.of("emtis", KNOWN)).contains("emits");
        assertThat(Nearest.of("SEATS", KNOWN)).contains("seats");
    }

    @Test
    void saysNothingWhenNothingIsNear() {
        assertThat(Nearest.of("config", KNOWN)).isEmpty();
        assertThat(Nearest.of("x", List.of())).isEmpty();
        assertThat(Nearest.of("x".repeat(100_000), KNOWN)).isEmpty();
    }
}
