package io.meshbus.launcher.run;

import io.meshbus.directory.AtomicFile;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Who runs a directory. {@code up} holds {@code run/up.lock} alone; a role holds it together with other roles, and its own
 * {@code run/<role>.lock} alone. The kernel lets go of them however the process ends. Blocking.
 */
public final class DirectoryLock implements AutoCloseable {
    /** The process that runs a whole mesh. */
    public static final String UP = "up";

    private final List<FileChannel> held = new ArrayList<>();

    private DirectoryLock() {}

    /** @throws io.meshbus.sdk.problem.ProblemException {@code DIRECTORY_IN_USE} */
    public static DirectoryLock ofMesh(MeshDirectory directory) {
        return new DirectoryLock().take(directory, UP, false);
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code DIRECTORY_IN_USE} */
    public static DirectoryLock ofRole(MeshDirectory directory, String process) {
        return new DirectoryLock().take(directory, UP, true).take(directory, process, false);
    }

    /** Does something under this lock and lets go of it, however that ends. */
    public <T> T hold(Supplier<T> work) {
        try {
            return work.get();
        } finally {
            close();
        }
    }

    /** Whether some process holds this lock. */
    public static boolean isHeld(MeshDirectory directory, String process) {
        if (!Files.exists(directory.lock(process))) {
            return false;
        }
        DirectoryLock probe = new DirectoryLock();
        try (FileChannel channel = open(directory.lock(process))) {
            return probe.lock(channel, false) == null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private DirectoryLock take(MeshDirectory directory, String process, boolean shared) {
        Path file = directory.lock(process);
        try {
            AtomicFile.makeDirectory(Objects.requireNonNull(file.getParent()));
            FileChannel channel = open(file);
            if (lock(channel, shared) == null) {
                channel.close();
                close();
                throw inUse(directory, process);
            }
            held.add(channel);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot lock " + file, e);
        }
    }

    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private @Nullable FileLock lock(FileChannel channel, boolean shared) throws IOException {
        try {
            return channel.tryLock(0, Long.MAX_VALUE, shared);
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static RuntimeException inUse(MeshDirectory directory, String process) {
        Optional<Long> holder = PidFile.read(directory, process);
        if (holder.isEmpty() && process.equals(UP)) {
            holder = PidFile.all(directory).stream()
                    .filter(other -> isHeld(directory, other))
                    .findFirst()
                    .flatMap(other -> PidFile.read(directory, other));
        }
        return Problem.of(
                        ProblemCode.DIRECTORY_IN_USE,
                        "this mesh is already running"
                                + holder.map(pid -> ", as process " + pid).orElse(""),
                        "",
                        "use it as it is, or stop it first: meshbus down --dir " + directory.root())
                .at(directory.root().toString())
                .asException();
    }

    @Override
    public void close() {
        for (FileChannel channel : held) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        held.clear();
    }
}
