package io.meshbus.launcher;

import java.io.PrintStream;

/** The only class that may write to the terminal (HouseRulesTest); everything else logs. */
final class CliOutput {
    private final PrintStream out;

    CliOutput(PrintStream out) {
        this.out = out;
    }

    static CliOutput terminal() {
        return new CliOutput(System.out);
    }

    void line(String text) {
        out.println(text);
    }
}
