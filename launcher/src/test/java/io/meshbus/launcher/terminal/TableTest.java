package io.meshbus.launcher.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class TableTest {
    @Test
    void columnsAreAlignedAndNumbersStandRight() {
        Table table =
                new Table("STREAM", "MESSAGES", "NOTE").row("EVENTS", "12", "").row("CONTROL", "1204", "work queue");
        assertThat(table.lines(Ansi.OFF))
                .containsExactly("STREAM   MESSAGES  NOTE", "EVENTS         12", "CONTROL      1204  work queue");
    }

    @Test
    void anEmptyTableIsItsHeader() {
        assertThat(new Table("A", "B").lines(Ansi.OFF)).containsExactly("A  B");
    }

    @Test
    void aRowHasAsManyCellsAsTheHeader() {
        Table table = new Table("A", "B");
        assertThatThrownBy(() -> table.row("1")).isInstanceOf(IllegalArgumentException.class);
    }
}
