package io.meshbus.launcher.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Help.Ansi;

/** Aligned columns under a header; numbers to the right. Reads the same without colours. */
public final class Table {
    private static final String GAP = "  ";

    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();

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

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    List<String> lines(Ansi ansi) {
        int[] widths = new int[header.size()];
        boolean[] numeric = new boolean[header.size()];
        for (int column = 0; column < widths.length; column++) {
            int at = column;
            widths[at] = Math.max(
                    width(header.get(at)),
                    rows.stream().mapToInt(row -> width(row.get(at))).max().orElse(0));
            numeric[at] =
                    !rows.isEmpty() && rows.stream().allMatch(row -> row.get(at).matches("-?[0-9.]*"));
        }
        List<String> lines = new ArrayList<>();
        lines.add(Style.strong(ansi, line(header, widths, numeric)));
        rows.forEach(row -> lines.add(line(row, widths, numeric)));
        return lines;
    }

    private static String line(List<String> cells, int[] widths, boolean[] numeric) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = cells.get(column);
            String pad = " ".repeat(widths[column] - width(cell));
            line.append(column == 0 ? "" : GAP).append(numeric[column] ? pad + cell : cell + pad);
        }
        return line.toString().stripTrailing();
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
