package io.meshbus.launcher.command;

import io.meshbus.launcher.command.Doctor.Finding;
import io.meshbus.launcher.terminal.CliOutput;
import io.meshbus.launcher.terminal.Style;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code doctor}: exit 1 when something is wrong. */
@Command(name = "doctor", description = "Check this machine, this directory, this bus; each finding with a remedy.")
final class DoctorCommand implements Callable<Integer> {
    private final Cli cli;

    DoctorCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() {
        List<Finding> findings = new Doctor(cli).findings();
        boolean well = findings.stream().allMatch(Finding::ok);
        CliOutput output = cli.output();
        if (output.json()) {
            JsonArray list = new JsonArray();
            findings.forEach(finding -> list.add(new JsonObject()
                    .put("check", finding.check())
                    .put("ok", finding.ok())
                    .put("found", finding.found())
                    .put("remedy", finding.remedy())));
            output.document(new JsonObject().put("ok", well).put("findings", list));
        } else {
            findings.forEach(finding -> print(finding, output));
        }
        return well ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private static void print(Finding finding, CliOutput output) {
        String mark = finding.ok() ? Style.good(output.ansi(), "ok   ") : Style.bad(output.ansi(), "WRONG");
        output.line(String.format("%s  %-12s %s", mark, finding.check(), finding.found()));
        if (!finding.ok() && !finding.remedy().isEmpty()) {
            output.line("       " + " ".repeat(13) + finding.remedy());
        }
    }
}
