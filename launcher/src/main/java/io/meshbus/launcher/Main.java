package io.meshbus.launcher;

import io.meshbus.launcher.command.CommandTree;
import io.meshbus.launcher.terminal.CliOutput;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
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
        withoutNativeCiphers();
        CliOutput output = CliOutput.ofProcess();
        Thread.setDefaultUncaughtExceptionHandler(Main::lost);
        int exit = CommandTree.execute(output, System.getenv(), args);
        output.flush();
        return exit;
    }

    /**
     * Bouncy Castle would unpack a library into the temporary directory and load it at each start, for ciphers of which we
     * use none; a killed process would leave it there.
     */
    private static void withoutNativeCiphers() {
        System.setProperty("org.bouncycastle.native.cpu_variant", "java");
    }

    /** What a thread says last belongs into the log; that its work came too late for a closed event loop, hardly there. */
    private static void lost(Thread thread, Throwable failure) {
        Logger log = LoggerFactory.getLogger(Main.class);
        if (failure instanceof RejectedExecutionException) {
            log.debug("thread-late name={} reason={}", thread.getName(), failure.getMessage());
        } else {
            log.error("thread-failed name={}", thread.getName(), failure);
        }
    }
}
