package io.meshbus.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class CliOutputTest {
    @Test
    void writesWholeLines() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new CliOutput(new PrintStream(bytes, true, UTF_8)).line("ready");
        assertThat(bytes.toString(UTF_8)).isEqualTo("ready" + System.lineSeparator());
    }
}
