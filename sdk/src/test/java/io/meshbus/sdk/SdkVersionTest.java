package io.meshbus.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SdkVersionTest {
    @Test
    void hasAVersionEvenOutsideAJar() {
        assertThat(SdkVersion.current()).isEqualTo("dev");
    }
}
