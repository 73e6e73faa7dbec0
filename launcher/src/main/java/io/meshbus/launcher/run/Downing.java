package io.meshbus.launcher.run;

import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Ends what runs on a directory: hosts before the controller before the broker, each by its own drain. Blocking. */
public final class Downing {
    private final MeshDirectory directory;
    private final Duration limit;
    private final boolean force;
    private final Consumer<String> say;

    /**
     * @param limit for each process
     * @param force kill what has not ended within it
     * @param say told what is done
     */
    public Downing(MeshDirectory directory, Duration limit, boolean force, Consumer<String> say) {
        this.directory = directory;
        this.limit = limit;
        this.force = force;
        this.say = say;
    }

    /** Names of what was ended; empty when nothing ran. */
    public List<String> run() {
        List<String> ended = new ArrayList<>();
        List<String> processes = PidFile.all(directory).stream()
                .sorted(Comparator.comparingInt(Downing::rank))
                .toList();
        for (String process : processes) {
            if (DirectoryLock.isHeld(directory, process)) {
                PidFile.read(directory, process).flatMap(ProcessHandle::of).ifPresent(handle -> {
                    end(process, handle);
                    ended.add(process);
                });
            } else {
                PidFile.remove(directory, process);
            }
        }
        orphanedServer().ifPresent(server -> {
            end("nats-server", server);
            ended.add("nats-server");
        });
        return ended;
    }

    private static int rank(String process) {
        if (process.startsWith("host")) {
            return 0;
        }
        return process.contains("broker") ? 2 : 1;
    }

    /** A killed JVM leaves its server behind. */
    private Optional<ProcessHandle> orphanedServer() {
        String configuration = directory.natsConf().toString();
        return PidFile.read(directory.brokerPid())
                .flatMap(ProcessHandle::of)
                .filter(handle -> handle.info().commandLine().orElse("").contains(configuration));
    }

    private void end(String process, ProcessHandle handle) {
        handle.destroy();
        if (!ends(handle)) {
            if (!force) {
                throw Problem.of(
                                ProblemCode.TIMED_OUT,
                                process + " (process " + handle.pid() + ") has not ended within " + limit.toSeconds()
                                        + " s",
                                "it is still draining, or it hangs",
                                "wait, or kill it: meshbus down --force")
                        .asException();
            }
            handle.destroyForcibly();
            ends(handle);
        }
        say.accept(process + " (process " + handle.pid() + ") has ended");
    }

    private boolean ends(ProcessHandle handle) {
        try {
            handle.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a process cannot be waited for", e);
        }
    }
}
