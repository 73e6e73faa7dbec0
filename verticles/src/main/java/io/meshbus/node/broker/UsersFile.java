package io.meshbus.node.broker;

import io.meshbus.directory.MeshDirectory;
import io.meshbus.sdk.subject.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Notices a new user list: cheap by modification time, size and file key, certain by digest. Blocking; used by one
 * thread at a time.
 */
final class UsersFile {
    private final Path file;
    private @Nullable Stamp stamp;
    private String digest = "";

    UsersFile(MeshDirectory directory) {
        this.file = directory.users();
    }

    private record Stamp(long modified, long size, String key) {}

    /** The digest of the file when it is another than at the last call; null when nothing changed or it is not there. */
    @Nullable
    String changed() throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        Stamp now = new Stamp(
                attributes.lastModifiedTime().to(java.util.concurrent.TimeUnit.NANOSECONDS),
                attributes.size(),
                String.valueOf(attributes.fileKey()));
        if (Objects.equals(now, stamp)) {
            return null;
        }
        String read = Digest.sha256(Files.readAllBytes(file));
        stamp = now;
        if (read.equals(digest)) {
            return null;
        }
        digest = read;
        return read;
    }

    /** The next call looks again. */
    void forget() {
        stamp = null;
        digest = "";
    }
}
