package io.meshbus.launcher.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.launcher.bench.Row.Bar;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowTest {
    private static Row row(Bar bar, double raw, double meshbus) {
        return Comparison.row("r", "1/s", bar, new double[] {raw, raw, raw}, new double[] {meshbus, meshbus, meshbus});
    }

    private static Result result(Row... rows) {
        return new Result(new JsonObject(), new JsonObject(), 3, 0, 0, List.of(rows));
    }

    @Test
    void theRatioIsTheMedianOfTheRoundsOwn() {
        Row row = Comparison.row("r", "us", null, new double[] {1, 10, 100}, new double[] {2, 11, 50});
        assertThat(row.ratio()).isEqualTo(new Figures(0.5, 1.1, 2));
        assertThat(row.ok()).isTrue();
        assertThat(row.gates()).isFalse();
    }

    @Test
    void aRatioOrACountThatMissesItsBarGatesAndATimeNever() {
        assertThat(result(row(Bar.ratioAtLeast(0.95), 100, 96)).gated()).isTrue();
        assertThat(result(row(Bar.ratioAtLeast(0.95), 100, 94)).gated()).isFalse();
        assertThat(result(row(Bar.ratioAtMost(1.10), 100, 111)).gated()).isFalse();
        assertThat(result(new Row("m", "MiB", null, Figures.of(65), null, Bar.countAtMost(64)))
                        .gated())
                .isFalse();
        Row late = new Row("t", "ms", null, Figures.of(21), null, Bar.timeAtMost(20));
        assertThat(late.ok()).isFalse();
        assertThat(result(late).gated()).isTrue();
    }
}
