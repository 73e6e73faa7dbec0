package io.meshbus.sdk.module;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TraceparentTest {
    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";

    @Test
    void aChildKeepsTheTraceAndItsFlagsWithASpanOfItsOwn() {
        assertThat(Traceparent.after(PARENT))
                .matches("00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-00")
                .isNotEqualTo(PARENT);
    }

    @Test
    void withoutAParentATraceBegins() {
        assertThat(Traceparent.after(null))
                .matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01")
                .isNotEqualTo(Traceparent.after(null));
        assertThat(Traceparent.after("x\r\nPUB y 0")).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
    }
}
