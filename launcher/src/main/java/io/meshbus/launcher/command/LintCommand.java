package io.meshbus.launcher.command;

import io.meshbus.natsserver.lint.Linter;
import io.meshbus.natsserver.lint.rules.Finding;
import io.meshbus.natsserver.lint.rules.Finding.Weight;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code lint}: anybody's nats-server configuration; no mesh and no server needed. Notes alone are exit code 0. */
@Command(
        name = "lint",
        description =
                "Read a nats-server configuration and say who may read, erase or forge what, each with the line and"
                        + " the mend. No server is asked, nothing is changed.")
final class LintCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "What nats-server is started with (-c).")
    Path file = Path.of("");

    private final Cli cli;

    LintCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() {
        List<Finding> findings = new Linter(cli.environment()).lint(file);
        long faults = findings.stream().filter(f -> f.weight() != Weight.NOTE).count();
        if (cli.output().json()) {
            cli.output().document(document(findings, faults));
        } else {
            findings.forEach(this::print);
            cli.output().line(file + ": " + summary(findings.size(), faults));
        }
        return faults == 0 ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private void print(Finding finding) {
        cli.output()
                .line(finding.where() + ": " + weight(finding) + ": " + finding.what() + " ["
                        + finding.kind().text() + "]");
        cli.output().line("    why:  " + finding.why());
        cli.output().line("    mend: " + finding.mend());
    }

    private static String summary(int all, long faults) {
        long notes = all - faults;
        String noted = notes == 0 ? "" : ", " + notes + (notes == 1 ? " note" : " notes");
        return faults == 0 ? "sound" + noted : faults + (faults == 1 ? " finding" : " findings") + noted;
    }

    private static String weight(Finding finding) {
        return finding.weight().name().toLowerCase(Locale.ROOT);
    }

    private JsonObject document(List<Finding> findings, long faults) {
        JsonArray all = new JsonArray();
        findings.forEach(f -> all.add(new JsonObject()
                .put("kind", f.kind().text())
                .put("weight", weight(f))
                .put("file", f.where().file())
                .put("line", f.where().line())
                .put("what", f.what())
                .put("why", f.why())
                .put("mend", f.mend())));
        return new JsonObject()
                .put("file", file.toString())
                .put("sound", faults == 0)
                .put("findings", all);
    }
}
