package io.meshbus.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeBannerTest {
    @Test
    void namesTheSdkVersion() {
        assertThat(NodeBanner.line()).startsWith("node starting sdk=");
    }
}
