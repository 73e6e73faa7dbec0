package io.meshbus.launcher.bench;

import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A mesh in a process of its own, {@code up} as anybody calls it, so that what the controller needs can be told from what its
 * hosts need. Blocks its callers.
 */
final class ChildMesh implements AutoCloseable {
    private static final Duration UP_MAX = Duration.ofMinutes(2);
    private static final Duration DOWN_MAX = Duration.ofSeconds(40);
    private static final long POLL_NANOS = 20_000_000;
    /** A controller that needs more than the bar of spec 7.5 ends. */
    private static final String HEAP = "-Xmx1g";

    private final MeshDirectory directory;
    private final Process process;

    private ChildMesh(MeshDirectory directory, Process process) {
        this.directory = directory;
        this.process = process;
    }

    /**
     * Raises a mesh of this name.
     *
     * @param root its directory; what it prints is in {@code up.out} there
     * @throws io.meshbus.sdk.problem.ProblemException {@code BROKER_FAILED} when it does not stand in time
     */
    static ChildMesh up(Path root, String name) {
        MeshDirectory directory = new MeshDirectory(root);
        File said = root.resolveSibling("up.out").toFile();
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            HEAP,
                            "-cp",
                            System.getProperty("java.class.path"),
                            "io.meshbus.launcher.Main",
                            "up",
                            "--dir",
                            root.toString(),
                            "--mesh",
                            name)
                    .redirectErrorStream(true)
                    .redirectOutput(said)
                    .start();
            ChildMesh mesh = new ChildMesh(directory, process);
            Runtime.getRuntime().addShutdownHook(new Thread(mesh::close, "fleet-mesh-end"));
            mesh.awaitStanding(said.toPath());
            return mesh;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitStanding(Path said) throws IOException {
        long end = System.nanoTime() + UP_MAX.toNanos();
        while (!Files.exists(directory.ports())) {
            if (!process.isAlive() || System.nanoTime() > end) {
                close();
                throw Problem.of(
                                ProblemCode.BROKER_FAILED,
                                "the mesh to measure does not stand",
                                Files.readString(said).strip(),
                                "see whether meshbus up works here")
                        .asException();
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    MeshDirectory directory() {
        return directory;
    }

    /** MiB that the process of broker's keeper, controller and hub holds of the machine. */
    double residentMib() {
        return residentMib(process.pid());
    }

    /** MiB that the server holds. */
    double brokerResidentMib() {
        return residentMib(brokerPid());
    }

    /** Processor seconds so far. */
    double cpuSeconds() {
        return cpuSeconds(process.toHandle());
    }

    /** Processor seconds of the server so far. */
    double brokerCpuSeconds() {
        return ProcessHandle.of(brokerPid()).map(ChildMesh::cpuSeconds).orElse(0.0);
    }

    private static double cpuSeconds(ProcessHandle of) {
        return of.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
    }

    private long brokerPid() {
        try {
            return Long.parseLong(Files.readString(directory.brokerPid()).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double residentMib(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                            .filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .sum()
                    / 1024.0;
        } catch (IOException e) {
            throw new UncheckedIOException("the memory of process " + pid + " cannot be read", e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(DOWN_MAX.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
