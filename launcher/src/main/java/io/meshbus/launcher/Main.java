package io.meshbus.launcher;

import io.meshbus.launcher.command.CommandTree;
import io.meshbus.launcher.terminal.CliOutput;
import org.slf4j.LoggerFactory;

/** The entry point of {@code meshbus.jar}. */
public final class Main {
    private Main() {}

    /** Exits with 0 done, 1 refused or failed, 2 usage, 3 unreachable. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs one command line and leaves no thread behind that matters: every command has ended what it began. */
    private static int run(String[] args) {
        CliOutput output = CliOutput.ofProcess();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) ->
                LoggerFactory.getLogger(Main.class).error("thread-failed name={}", thread.getName(), failure));
        int exit = CommandTree.execute(output, System.getenv(), args);
        output.flush();
        return exit;
    }
}
