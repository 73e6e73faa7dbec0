package io.meshbus.control.genesis;

import io.meshbus.directory.AtomicFile;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.directory.PersonFiles;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;

/**
 * The steps by which the broker gets another certificate while its mesh runs (spec 7.2, ADR 0033). Each may be repeated
 * after a crash at any line; the directory says how far it is. One at a time; blocking.
 */
public final class CertificateChange {
    private final MeshDirectory directory;
    private final SecureRandom random;
    private final Clock clock;

    public CertificateChange(MeshDirectory directory, SecureRandom random, Clock clock) {
        this.directory = directory;
        this.random = random;
        this.clock = clock;
    }

    /**
     * Makes the next pair beside the one in use and lets both count.
     *
     * @return its pin
     * @throws io.meshbus.sdk.problem.ProblemException {@code USAGE} while the one before still counts
     */
    public String next() {
        MeshIdentity identity = MeshIdentity.read(directory);
        if (!isPending() && identity.pins().size() > 1) {
            throw refused("the certificate before still counts", "end that change first: meshbus certificate drop");
        }
        TlsPair.ensureNext(directory, identity.host(), clock.instant(), random);
        String pin = TlsPair.pin(directory.nextCertificate());
        pins(identity, List.of(TlsPair.pin(directory), pin));
        return pin;
    }

    /** Whether a next pair waits. */
    public boolean isPending() {
        return Files.exists(directory.nextCertificate()) && Files.exists(directory.nextCertificateKey());
    }

    /** @throws io.meshbus.sdk.problem.ProblemException {@code USAGE} when none waits */
    public String nextPin() {
        if (!isPending()) {
            throw refused("no certificate waits to be used", "make one first: meshbus certificate next");
        }
        return TlsPair.pin(directory.nextCertificate());
    }

    /**
     * Puts the next pair where the server reads its own. The key first: whoever watches the certificate finds the pair
     * whole. The next pair stays until {@link #settle}, so that a crash in between is mended by doing it again.
     */
    public void use() {
        nextPin();
        copy(directory.nextCertificateKey(), directory.certificateKey());
        copy(directory.nextCertificate(), directory.certificate());
    }

    /** The server shows it: what {@link #use} needed goes. */
    public void settle() {
        try {
            Files.deleteIfExists(directory.nextCertificateKey());
            Files.deleteIfExists(directory.nextCertificate());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot end the change in " + directory.broker(), e);
        }
    }

    /** A crash between the two files of {@link #use} left a pair that no server takes: the second one follows. */
    void mend() {
        if (isPending() && same(directory.nextCertificateKey(), directory.certificateKey())) {
            copy(directory.nextCertificate(), directory.certificate());
        }
    }

    /**
     * Only the certificate in use counts from now on.
     *
     * @return its pin
     * @throws io.meshbus.sdk.problem.ProblemException {@code USAGE} while the next one waits to be used
     */
    public String drop() {
        if (isPending()) {
            throw refused(
                    "the next certificate is not in use yet, or the server was not seen to show it",
                    "use it first: meshbus certificate switch");
        }
        String pin = TlsPair.pin(directory);
        pins(MeshIdentity.read(directory), List.of(pin));
        return pin;
    }

    /** For the mesh, and for the persons whose credentials lie in its directory. */
    private void pins(MeshIdentity identity, List<String> pins) {
        if (!identity.pins().equals(pins)) {
            identity.withPins(pins).write(directory);
        }
        Path persons = directory.person(Bootstrap.ADMIN).resolveSibling("");
        if (!Files.isDirectory(persons)) {
            return;
        }
        try (Stream<Path> files = Files.list(persons)) {
            files.filter(file -> file.toString().endsWith(".json"))
                    .forEach(file -> PersonFiles.writeCredentials(
                            file, PersonFiles.credentials(file).withPins(pins)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + persons, e);
        }
    }

    private static void copy(Path from, Path to) {
        try {
            AtomicFile.write(to, Files.readAllBytes(from));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + from, e);
        }
    }

    private static boolean same(Path one, Path other) {
        try {
            return Files.exists(other) && Files.mismatch(one, other) < 0;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot compare " + one + " with " + other, e);
        }
    }

    private RuntimeException refused(String what, String remedy) {
        return Problem.of(ProblemCode.USAGE, what, "", remedy)
                .at(directory.root().toString())
                .asException();
    }
}
