package io.meshbus.node.host;

import io.meshbus.directory.AtomicFile;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A host's directory: files of mode 0600, each written whole. Blocking. */
public final class HostState {
    private final Path root;

    public HostState(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    public Path root() {
        return root;
    }

    /** Empty while the host is not enrolled. */
    public Optional<HostIdentity> identity() {
        return read("identity.json", HostIdentity.class);
    }

    void save(HostIdentity identity) {
        write("identity.json", identity);
    }

    /** The key pairs; made and kept at the first call. */
    HostKeys keys(SecureRandom random) {
        Path sealing = root.resolve("sealing.key");
        Path signing = root.resolve("identity.key");
        if (!Files.exists(sealing)) {
            AtomicFile.write(sealing, SealingKey.generate(random).secret().reveal());
        }
        if (!Files.exists(signing)) {
            AtomicFile.write(signing, SigningKey.generate(random).secret().reveal());
        }
        try {
            return new HostKeys(SealingKey.of(secret(sealing)), SigningKey.of(secret(signing)));
        } catch (IllegalArgumentException e) {
            throw unusable(root, "a key file is damaged", e);
        }
    }

    private static Secret secret(Path file) {
        try {
            return Secret.of(Files.readString(file, StandardCharsets.US_ASCII).strip());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    Optional<Accepted> accepted() {
        return read("declaration.json", Accepted.class);
    }

    void save(Accepted accepted) {
        write("declaration.json", accepted);
    }

    Applied applied() {
        return read("applied.json", Applied.class).orElse(Applied.NONE);
    }

    void save(Applied applied) {
        write("applied.json", applied);
    }

    Path artefact(String sha256) {
        return root.resolve("artefacts").resolve(sha256);
    }

    ModuleHome module(ModuleId module) {
        return new ModuleHome(root.resolve("modules").resolve(module.value()));
    }

    /** Modules that have a directory, whether they are declared or not. */
    List<ModuleId> modules() {
        Path modules = root.resolve("modules");
        if (!Files.isDirectory(modules)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(modules)) {
            return entries.map(entry -> new ModuleId(entry.getFileName().toString()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + modules, e);
        }
    }

    private <T> Optional<T> read(String name, Class<T> type) {
        Path file = root.resolve(name);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(WireCodec.decode(Buffer.buffer(Files.readAllBytes(file)), type));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        } catch (ProblemException e) {
            throw unusable(file, e.problem().line(), e);
        }
    }

    private void write(String name, Object value) {
        AtomicFile.write(root.resolve(name), WireCodec.encode(value).getBytes());
    }

    private static ProblemException unusable(Path where, String why, Throwable cause) {
        return new ProblemException(
                new Problem(
                        ProblemCode.CREDENTIALS_UNUSABLE,
                        "the host's state cannot be read",
                        where.toString(),
                        why,
                        "restore it, or remove the directory and enrol the node again"),
                cause);
    }
}
