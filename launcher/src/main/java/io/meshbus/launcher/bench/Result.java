package io.meshbus.launcher.bench;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One run.
 *
 * @param machine what makes two runs comparable
 * @param loadBefore the machine's load average when it began, {@code loadAfter} when it ended
 */
public record Result(
        JsonObject machine, JsonObject versions, int rounds, double loadBefore, double loadAfter, List<Row> rows) {
    public Result {
        rows = List.copyOf(rows);
    }

    /** Whether every row that gates keeps its bar. */
    public boolean gated() {
        return rows.stream().filter(Row::gates).allMatch(Row::ok);
    }

    public JsonObject json() {
        JsonArray all = new JsonArray();
        rows.forEach(row -> all.add(row.json()));
        return new JsonObject()
                .put("machine", machine)
                .put("versions", versions)
                .put("rounds", rounds)
                .put("loadBefore", loadBefore)
                .put("loadAfter", loadAfter)
                .put("rows", all);
    }

    /**
     * What an earlier run had for each row: its ratio, or its figure where it has none.
     *
     * @throws io.meshbus.sdk.problem.ProblemException {@code USAGE} for a run of another machine
     */
    public Map<String, Double> before(JsonObject earlier) {
        if (!machine.equals(earlier.getJsonObject("machine"))) {
            throw Problem.of(
                            ProblemCode.USAGE,
                            "the earlier run is of another machine",
                            "that was " + earlier.getJsonObject("machine") + ", this is " + machine,
                            "compare runs of one machine")
                    .asException();
        }
        Map<String, Double> values = new HashMap<>();
        for (Object each : earlier.getJsonArray("rows", new JsonArray())) {
            if (each instanceof JsonObject row && row.getString("name") != null) {
                Double value = row.getDouble("ratio") == null ? row.getDouble("meshbus") : row.getDouble("ratio");
                if (value != null) {
                    values.put(row.getString("name"), value);
                }
            }
        }
        return values;
    }
}
