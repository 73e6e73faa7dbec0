package io.meshbus.launcher.bench;

import io.meshbus.launcher.terminal.Table;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a run looks to a person. Pure. */
public final class BenchTable {
    private BenchTable() {}

    /** @param before what an earlier run had for a row, by its name */
    public static Table of(Result result, Map<String, Double> before) {
        Table table = new Table(
                        "WHAT",
                        "UNIT",
                        "RAW",
                        "SPREAD",
                        "MESHBUS",
                        "SPREAD ",
                        "RATIO",
                        "SPREAD  ",
                        "BAR",
                        "KEPT",
                        "BEFORE")
                .optional("BEFORE");
        for (Row row : result.rows()) {
            Double earlier = before.get(row.name());
            Figures raw = row.raw();
            Figures ratio = row.ratio();
            table.row(
                    row.name(),
                    row.unit(),
                    raw == null ? "" : Row.figure(raw.median()),
                    spread(raw),
                    Row.figure(row.meshbus().median()),
                    spread(row.meshbus()),
                    ratio == null ? "" : Row.ratio(ratio.median()),
                    ratio == null ? "" : Row.ratio(ratio.low()) + ".." + Row.ratio(ratio.high()),
                    row.bars(),
                    row.bar() == null ? "" : row.ok() ? "yes" : "NO",
                    earlier == null ? "" : ratio == null ? Row.figure(earlier) : Row.ratio(earlier));
        }
        return table;
    }

    private static String spread(@Nullable Figures figures) {
        return figures == null || figures.low() == figures.high()
                ? ""
                : Row.figure(figures.low()) + ".." + Row.figure(figures.high());
    }

    /** One line while it runs. */
    public static String progress(Row row) {
        Figures ratio = row.ratio();
        return row.name() + ": " + Row.figure(row.meshbus().median()) + " " + row.unit()
                + (ratio == null ? "" : ", ratio " + Row.ratio(ratio.median()));
    }

    /** Where it ran and what the columns are. */
    public static List<String> about(Result result) {
        return List.of(
                "",
                "machine   " + said(result.machine().getMap()),
                "versions  " + said(result.versions().getMap()),
                String.format(
                        Locale.ROOT,
                        "load      %.2f before, %.2f after; %d rounds, medians, smallest..largest",
                        result.loadBefore(),
                        result.loadAfter(),
                        result.rounds()));
    }

    private static String said(Map<String, Object> values) {
        return String.join(
                ", ",
                values.entrySet().stream()
                        .map(each -> each.getKey() + " " + each.getValue())
                        .toList());
    }
}
