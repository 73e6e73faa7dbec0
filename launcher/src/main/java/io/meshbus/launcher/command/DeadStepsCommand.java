package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Does something with many dead letters, step by step: the pace is this command's, and Ctrl-C stops it between two steps
 * (what a step has begun, the controller ends).
 */
abstract class DeadStepsCommand extends ClientCommand {
    private static final int STEP_MAX = 100;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    @Parameters(index = "0..*", paramLabel = "ID", description = "Letters by their ids; else a filter, or --all.")
    List<Long> ids = new ArrayList<>();

    @Mixin
    DeadFilter filter = new DeadFilter();

    @Option(names = "--all", description = "All there are.")
    boolean all;

    private final JsonArray done = new JsonArray();
    private final JsonArray refused = new JsonArray();
    private final JsonArray missing = new JsonArray();

    DeadStepsCommand(Cli cli) {
        super(cli);
    }

    /** The command of the ask api. */
    abstract String question();

    /** What has been done, for "12 letters …". */
    abstract String verb();

    /** Letters a second. */
    abstract int rate();

    /** What else a step says. */
    JsonObject more() {
        return new JsonObject();
    }

    @Override
    void prepare() {
        if (ids.isEmpty() && !all && filter.members().isEmpty()) {
            throw Problem.of(
                            ProblemCode.USAGE,
                            "which letters?",
                            "",
                            "name ids, or --module, --event, --reason, or --all")
                    .asException();
        }
        if (!ids.isEmpty() && (all || !filter.members().isEmpty())) {
            throw Problem.of(ProblemCode.USAGE, "ids name the letters already", "", "leave the filter out")
                    .asException();
        }
        if (rate() < 1) {
            throw Problem.of(ProblemCode.USAGE, "--rate is at least 1", "", "").asException();
        }
    }

    @Override
    final int run(Session session) {
        int size = Math.min(STEP_MAX, rate());
        if (ids.isEmpty()) {
            byFilter(session, size);
        } else {
            for (int from = 0; from < ids.size(); from += size) {
                if (from > 0) {
                    pause(session);
                }
                List<Long> some = ids.subList(from, Math.min(ids.size(), from + size));
                take(ask(session, question(), more().put("ids", new JsonArray(List.copyOf(some)))));
            }
        }
        return report();
    }

    private void byFilter(Session session, int size) {
        JsonObject request = filter.members().mergeIn(more()).put("all", all).put("limit", size);
        while (true) {
            JsonObject step = ask(session, question(), request);
            take(step);
            if (step.getBoolean("end", true)) {
                return;
            }
            cli.output().note(done.size() + " letters " + verb());
            request.put("after", step.getLong("after")).put("upTo", step.getLong("upTo"));
            pause(session);
        }
    }

    private static void pause(Session session) {
        session.run(PAUSE.plusSeconds(5), client -> session.vertx().timer(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
    }

    private void take(JsonObject step) {
        done.addAll(step.getJsonArray("done", new JsonArray()));
        refused.addAll(step.getJsonArray("refused", new JsonArray()));
        missing.addAll(step.getJsonArray("missing", new JsonArray()));
    }

    private int report() {
        if (cli.output().json()) {
            cli.output()
                    .document(new JsonObject()
                            .put("done", done)
                            .put("refused", refused)
                            .put("missing", missing));
        } else {
            cli.output().line(done.size() + (done.size() == 1 ? " letter " : " letters ") + verb());
            refused.forEach(one -> {
                JsonObject letter = (JsonObject) one;
                cli.output().note("letter " + text(letter, "id") + " stays: " + text(letter, "why"));
            });
            missing.forEach(id -> cli.output().note("there is no letter " + id));
        }
        return refused.isEmpty() && missing.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
    }
}
