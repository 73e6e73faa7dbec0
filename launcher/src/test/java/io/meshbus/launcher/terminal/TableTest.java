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
        assertThat(table.lines(Ansi.OFF, Table.UNBOUNDED))
                .containsExactly("STREAM   MESSAGES  NOTE", "EVENTS         12", "CONTROL      1204  work queue");
    }

    @Test
    void anEmptyTableIsItsHeader() {
        assertThat(new Table("A", "B").lines(Ansi.OFF, Table.UNBOUNDED)).containsExactly("A  B");
    }

    @Test
    void aRowHasAsManyCellsAsTheHeader() {
        Table table = new Table("A", "B");
        assertThatThrownBy(() -> table.row("1")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void columnsOfManyWordsAreWrappedWhereTheTerminalIsNarrow() {
        Table table = new Table("TOOL", "DESCRIPTION").row("orders.list", "The orders taken, the newest first");
        assertThat(table.lines(Ansi.OFF, 34))
                .containsExactly(
                        "TOOL         DESCRIPTION", "orders.list  The orders taken, the", "             newest first");
    }

    @Test
    void aWordIsNeverBroken() {
        Table table = new Table("A").row("mesh.mod.orders.event.placed");
        assertThat(table.lines(Ansi.OFF, 10)).containsExactly("A", "mesh.mod.orders.event.placed");
    }

    @Test
    void anOptionalColumnIsShownOnceARowHasSomethingInIt() {
        Table table = new Table("NODE", "REASON").optional("REASON").row("n1", "");
        assertThat(table.lines(Ansi.OFF, Table.UNBOUNDED)).containsExactly("NODE", "n1");
        table.row("n2", "no disk");
        assertThat(table.lines(Ansi.OFF, Table.UNBOUNDED)).containsExactly("NODE  REASON", "n1", "n2    no disk");
    }
}
