package io.meshbus.node.host.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResourcesTest {
    @Test
    void aReasonIsOneLine() {
        assertThat(Resources.reason("  it\r\nfailed\t twice ")).isEqualTo("it failed twice");
    }

    @Test
    void aLongReasonIsCutAndKeepsItsCode() {
        String cut = Resources.reason("x".repeat(1_000) + " - take the new pin [BUS_PIN]");
        assertThat(cut).hasSize(Resources.REASON_CHARS_MAX).endsWith("x… [BUS_PIN]");
    }

    @Test
    void aLongReasonWithoutACodeIsCut() {
        assertThat(Resources.reason("x".repeat(1_000)))
                .hasSize(Resources.REASON_CHARS_MAX)
                .endsWith("x…");
    }
}
