package io.meshbus.node.host;

import io.meshbus.directory.AtomicFile;
import io.meshbus.node.host.rules.HomePath;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * A module's files on this node: {@code home} is what the module sees, beside it lies what the host notes. A declared
 * file never leaves the home: no {@code ..}, no absolute path, no link in the way (spec 3.7). Blocking.
 */
final class ModuleHome {
    /** What it took to make a resource as declared. */
    enum Change {
        NONE,
        MADE,
        REPAIRED
    }

    private record Managed(int v, List<String> files) {}

    /** Bytes of output kept in the newer of two parts. */
    static final long OUTPUT_BYTES_MAX = 16L << 20;

    private final Path base;

    ModuleHome(Path base) {
        this.base = base;
    }

    Path home() {
        return base.resolve("home");
    }

    /** Output of the module's process or container. */
    Path output() {
        return base.resolve("output.log");
    }

    /** Note of the running process. */
    Path processNote() {
        return base.resolve("process.json");
    }

    /** Who the module's process is on the bus; of mode 0600, outside the home. */
    Path credentials() {
        return base.resolve("credentials.json");
    }

    /** Makes a file have exactly this content, atomically; what was there stays when it cannot. */
    Change file(String path, String content) throws IOException {
        byte[] wanted = content.getBytes(StandardCharsets.UTF_8);
        Path target = inside(HomePath.parse(path));
        boolean exists = Files.exists(target, LinkOption.NOFOLLOW_LINKS);
        if (exists && !Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
            throw refused(path, "something that is no plain file stands there");
        }
        if (exists && Files.size(target) == wanted.length && Arrays.equals(Files.readAllBytes(target), wanted)) {
            return Change.NONE;
        }
        AtomicFile.write(target, wanted);
        return exists ? Change.REPAIRED : Change.MADE;
    }

    Change directory(String path) throws IOException {
        Path target = inside(HomePath.parse(path));
        if (Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
            return Change.NONE;
        }
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw refused(path, "something that is no directory stands there");
        }
        AtomicFile.makeDirectory(target);
        return Change.MADE;
    }

    void make() throws IOException {
        if (Files.isSymbolicLink(home())) {
            throw refused(".", "the home is a link");
        }
        AtomicFile.makeDirectory(home());
    }

    /** Removes the files that were declared before and are not any more; directories and their content stay. */
    void forget(Collection<String> declared) throws IOException {
        Path note = base.resolve("managed.json");
        TreeSet<String> managed = new TreeSet<>();
        if (Files.exists(note)) {
            managed.addAll(WireCodec.decode(Buffer.buffer(Files.readAllBytes(note)), Managed.class)
                    .files());
        }
        for (String path : managed) {
            if (!declared.contains(path)) {
                Path target = inside(HomePath.parse(path));
                if (Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
                    Files.delete(target);
                }
            }
        }
        List<String> now = List.copyOf(new TreeSet<>(declared));
        if (!now.equals(List.copyOf(managed))) {
            AtomicFile.write(note, WireCodec.encode(new Managed(1, now)).getBytes());
        }
    }

    /** Keeps the output bounded: one older part stays beside it. A process goes on appending. */
    void trimOutput() throws IOException {
        if (Files.exists(output()) && Files.size(output()) > OUTPUT_BYTES_MAX) {
            Files.copy(output(), base.resolve("output.log.1"), StandardCopyOption.REPLACE_EXISTING);
            FileChannel.open(output(), StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
                    .close();
        }
    }

    /** No step on the way may be a link: it could lead out of the home. */
    private Path inside(HomePath path) {
        Path at = home();
        for (String segment : path.segments()) {
            if (Files.isSymbolicLink(at)) {
                throw refused(path.toString(), "a link stands in the way");
            }
            at = at.resolve(segment);
        }
        if (Files.isSymbolicLink(at)) {
            throw refused(path.toString(), "a link stands there");
        }
        return at;
    }

    private static ProblemException refused(String path, String why) {
        return Problem.of(
                        ProblemCode.REFUSED,
                        path + " is not written",
                        why,
                        "remove what stands there; the host tries again")
                .asException();
    }
}
