package io.meshbus.launcher.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import picocli.CommandLine.Help.Ansi;

/**
 * Aligned columns under a header; numbers to the right. Where the terminal is too narrow, columns of several words are
 * wrapped, the widest first. Reads the same without colours.
 */
public final class Table {
    /** As wide as it gets. */
    static final int UNBOUNDED = Integer.MAX_VALUE;

    private static final String GAP = "  ";
    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();
    private Set<String> optional = Set.of();

    public Table(String... header) {
        this.header = List.of(header);
    }

    public Table row(String... cells) {
        if (cells.length != header.size()) {
            throw new IllegalArgumentException("a row has " + header.size() + " cells");
        }
        rows.add(Arrays.stream(cells).map(Printable::of).toList());
        return this;
    }

    /** These columns are left out when no row has anything in them. */
    public Table optional(String... columns) {
        optional = Set.of(columns);
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    List<String> lines(Ansi ansi, int terminal) {
        List<Column> columns = IntStream.range(0, header.size())
                .filter(at -> !optional.contains(header.get(at))
                        || rows.stream().anyMatch(row -> !row.get(at).isEmpty()))
                .mapToObj(at -> column(
                        header.get(at), rows.stream().map(row -> row.get(at)).toList()))
                .toList();
        int[] widths = fitted(columns, terminal);
        List<String> lines = new ArrayList<>();
        lines.add(Style.strong(
                ansi, line(columns, widths, columns.stream().map(Column::name).toList())));
        for (int row = 0; row < rows.size(); row++) {
            addRow(lines, columns, widths, row);
        }
        return lines;
    }

    /**
     * @param natural width without wrapping
     * @param least its longest word
     */
    private record Column(String name, List<String> cells, boolean numeric, int natural, int least) {}

    private static Column column(String name, List<String> cells) {
        ToIntFunction<String> longestWord = cell ->
                Arrays.stream(cell.split(" ")).mapToInt(Table::width).max().orElse(0);
        return new Column(
                name,
                cells,
                !cells.isEmpty() && cells.stream().allMatch(cell -> cell.matches("-?[0-9.]*")),
                Math.max(
                        width(name), cells.stream().mapToInt(Table::width).max().orElse(0)),
                Math.max(width(name), cells.stream().mapToInt(longestWord).max().orElse(0)));
    }

    private static int[] fitted(List<Column> columns, int terminal) {
        int[] widths = columns.stream().mapToInt(Column::natural).toArray();
        long excess = (long) Arrays.stream(widths).sum() + (long) GAP.length() * (widths.length - 1) - terminal;
        while (excess > 0) {
            int widest = IntStream.range(0, widths.length)
                    .filter(at -> widths[at] > columns.get(at).least())
                    .reduce((left, right) -> widths[right] >= widths[left] ? right : left)
                    .orElse(-1);
            if (widest < 0) {
                break;
            }
            widths[widest]--;
            excess--;
        }
        return widths;
    }

    private void addRow(List<String> lines, List<Column> columns, int[] widths, int row) {
        List<List<String>> wrapped = new ArrayList<>();
        for (int at = 0; at < widths.length; at++) {
            wrapped.add(wrapped(columns.get(at).cells().get(row), widths[at]));
        }
        int height = wrapped.stream().mapToInt(List::size).max().orElse(1);
        for (int part = 0; part < height; part++) {
            int shown = part;
            lines.add(line(
                    columns,
                    widths,
                    wrapped.stream()
                            .map(cell -> shown < cell.size() ? cell.get(shown) : "")
                            .toList()));
        }
    }

    private static List<String> wrapped(String cell, int width) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (String word : width(cell) <= width ? new String[] {cell} : cell.split(" ")) {
            if (!part.isEmpty() && width(part.toString()) + 1 + width(word) > width) {
                parts.add(part.toString());
                part.setLength(0);
            }
            part.append(part.isEmpty() ? "" : " ").append(word);
        }
        parts.add(part.toString());
        return parts;
    }

    private static String line(List<Column> columns, int[] widths, List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = cells.get(column);
            String pad = " ".repeat(Math.max(0, widths[column] - width(cell)));
            line.append(column == 0 ? "" : GAP).append(columns.get(column).numeric() ? pad + cell : cell + pad);
        }
        return line.toString().stripTrailing();
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
