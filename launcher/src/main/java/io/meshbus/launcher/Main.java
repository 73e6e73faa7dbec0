package io.meshbus.launcher;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The entry point of {@code meshbus.jar}. */
@Command(name = "meshbus", mixinStandardHelpOptions = true, description = "Runs a meshbus role.")
public final class Main implements Runnable {
    private final CliOutput output;

    Main(CliOutput output) {
        this.output = output;
    }

    /** Exits with picocli's code: 0 done, 1 fault, 2 usage. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Main(CliOutput.terminal())).execute(args));
    }

    @Override
    public void run() {
        output.line("meshbus");
    }
}
