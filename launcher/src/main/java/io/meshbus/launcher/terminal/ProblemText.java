package io.meshbus.launcher.terminal;

import io.meshbus.sdk.problem.Problem;
import picocli.CommandLine.Help.Ansi;

/** A problem as a person reads it: where first, so that an editor can jump there, then what and why; the remedy below. */
final class ProblemText {
    private ProblemText() {}

    static String of(Problem problem, Ansi ansi) {
        StringBuilder text = new StringBuilder();
        text.append(Style.error(ansi, "error")).append(": ");
        if (!problem.where().isEmpty()) {
            text.append(Printable.of(problem.where())).append(": ");
        }
        text.append(Printable.of(problem.what()));
        if (!problem.why().isEmpty()) {
            text.append(": ").append(Printable.of(problem.why()));
        }
        text.append(' ').append(Style.quiet(ansi, "[" + problem.code() + "]"));
        if (!problem.remedy().isEmpty()) {
            text.append(System.lineSeparator()).append("       ").append(Printable.of(problem.remedy()));
        }
        return text.toString();
    }
}
