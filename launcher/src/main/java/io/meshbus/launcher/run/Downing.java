package io.meshbus.launcher.run;

import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Ends what runs on a directory: hosts before the controller before the broker, each by its own drain. Blocking. */
public final class Downing {
    private static final int RANK_MAX = 2;

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
        for (int rank = 0; rank <= RANK_MAX; rank++) {
            Map<String, ProcessHandle> together = running(rank);
            together.values().forEach(ProcessHandle::destroy);
            together.forEach(this::await);
            ended.addAll(together.keySet());
        }
        orphanedServer(directory).ifPresent(server -> {
            server.destroy();
            await("nats-server", server);
            ended.add("nats-server");
        });
        return ended;
    }

    private Map<String, ProcessHandle> running(int rank) {
        Map<String, ProcessHandle> running = new TreeMap<>();
        for (String process : PidFile.all(directory)) {
            if (!DirectoryLock.isHeld(directory, process)) {
                PidFile.remove(directory, process);
            } else if (rank(process) == rank) {
                PidFile.read(directory, process)
                        .flatMap(ProcessHandle::of)
                        .ifPresent(handle -> running.put(process, handle));
            }
        }
        return running;
    }

    /** What ends together: hosts first, the broker last. */
    private static int rank(String process) {
        if (process.startsWith("host")) {
            return 0;
        }
        return process.contains("broker") ? RANK_MAX : 1;
    }

    /** A killed JVM leaves its server behind. */
    public static Optional<ProcessHandle> orphanedServer(MeshDirectory directory) {
        String configuration = directory.natsConf().toString();
        return PidFile.read(directory.brokerPid())
                .flatMap(ProcessHandle::of)
                .filter(handle -> handle.info().commandLine().orElse("").contains(configuration));
    }

    private void await(String process, ProcessHandle handle) {
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
