package io.meshbus.node.broker;

import io.meshbus.directory.AtomicFile;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.node.broker.rules.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts, signals and ends the server process. Blocking. */
final class Child {
    private static final Logger LOG = LoggerFactory.getLogger(Child.class);
    /** Of util-linux or busybox. */
    private static final List<Path> SETSID = List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

    private static final Duration SIGNAL_MAX = Duration.ofSeconds(5);
    private static final Duration KILLED_MAX = Duration.ofSeconds(5);

    private Child() {}

    /** The command line names the configuration and nothing else; the configuration names the log. */
    static Process start(Path binary, MeshDirectory directory) throws IOException {
        AtomicFile.makeDirectory(directory.logs());
        Process process = new ProcessBuilder(ownSession(ServerProcess.command(
                        binary.toString(), directory.natsConf().toString())))
                .directory(directory.broker().toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.to(directory.brokerErrors().toFile()))
                .start();
        process.getOutputStream().close();
        return process;
    }

    /**
     * A terminal sends Ctrl-C to every process of its group; the server has to outlive the drain of those who use it.
     * {@code setsid} becomes the server, so number and command line are the server's own.
     */
    private static List<String> ownSession(List<String> command) {
        return SETSID.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .map(setsid -> {
                    List<String> own = new ArrayList<>(List.of(setsid.toString()));
                    own.addAll(command);
                    return own;
                })
                .orElse(command);
    }

    /** Has the server read its configuration again: SIGHUP, sent by the server's own program. */
    static void reload(Path binary, Process process) throws IOException, InterruptedException {
        Process signal = new ProcessBuilder(binary.toString(), "--signal", "reload=" + process.pid())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        signal.getOutputStream().close();
        if (!signal.waitFor(SIGNAL_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
            signal.destroyForcibly();
            throw new IOException("the reload signal was not sent within " + SIGNAL_MAX.toSeconds() + " s");
        }
        if (signal.exitValue() != 0) {
            throw new IOException("the reload signal was not sent: exit " + signal.exitValue());
        }
    }

    /** SIGTERM, which flushes streams and closes clients; SIGKILL after the deadline. Returns when it has ended. */
    static void stop(ProcessHandle process, Duration deadline) throws InterruptedException {
        process.destroy();
        if (!ended(process, deadline)) {
            LOG.warn("broker-killed pid={} after={}ms", process.pid(), deadline.toMillis());
            process.destroyForcibly();
            if (!ended(process, KILLED_MAX)) {
                LOG.error("broker-unkillable pid={}", process.pid());
            }
        }
    }

    private static boolean ended(ProcessHandle process, Duration within) throws InterruptedException {
        try {
            process.onExit().get(within.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            return !process.isAlive();
        }
    }
}
