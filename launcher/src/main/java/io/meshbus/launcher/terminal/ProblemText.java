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
            text.append(problem.where()).append(": ");
        }
        text.append(problem.what());
        if (!problem.why().isEmpty()) {
            text.append(": ").append(problem.why());
        }
        text.append(' ').append(Style.quiet(ansi, "[" + problem.code() + "]"));
        if (!problem.remedy().isEmpty()) {
            text.append(System.lineSeparator()).append("       ").append(problem.remedy());
        }
        return printable(text.toString());
    }

    /** What came from the bus or a file must not steer the terminal. */
    private static String printable(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) && c != '\n' && c != '\t' && c != 0x1b ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
