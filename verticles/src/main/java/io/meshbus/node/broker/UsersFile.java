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
 * Notices a new user list, or a new certificate: cheap by modification time, size and file key, certain by digest.
 * Blocking; used by one thread at a time.
 */
final class UsersFile {
    private final Watched users;
    private final Watched certificate;

    UsersFile(MeshDirectory directory) {
        this.users = new Watched(directory.users());
        this.certificate = new Watched(directory.certificate());
    }

    private record Stamp(long modified, long size, String key) {}

    /** The digest of what is another than at the last call, the list's before the certificate's; null for nothing. */
    @Nullable
    String changed() throws IOException {
        String list = users.changed();
        String shown = certificate.changed();
        return list == null ? shown : list;
    }

    /** The next call looks again. */
    void forget() {
        users.forget();
        certificate.forget();
    }

    private static final class Watched {
        private final Path file;
        private @Nullable Stamp stamp;
        private String digest = "";

        Watched(Path file) {
            this.file = file;
        }

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

        void forget() {
            stamp = null;
            digest = "";
        }
    }
}
