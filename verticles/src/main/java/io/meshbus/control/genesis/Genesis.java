package io.meshbus.control.genesis;

import io.meshbus.control.genesis.rules.BrokerConf;
import io.meshbus.directory.AtomicFile;
import io.meshbus.directory.ControllerSecrets;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.directory.PersonFiles;
import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.account.PersonCredentials;
import io.meshbus.sdk.account.UserListText;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.wire.WireCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes the directory of a mesh (spec 3.2). Blocking; the caller holds the directory's lock. Every step makes its file
 * only when it is missing, in an order in which each needs only earlier ones: a crash at any line is mended by the next
 * run, and a run on a whole mesh changes nothing.
 */
public final class Genesis {
    private static final int MESH_ID_BYTES = 16;
    private static final Set<String> OWN_ENTRIES =
            Set.of("mesh.json", "run", "keys", "broker", "store", "persons", "nodes", "log");

    private final MeshDirectory directory;
    private final SecureRandom random;
    private final Clock clock;
    private final List<String> made = new ArrayList<>();

    public Genesis(MeshDirectory directory, SecureRandom random, Clock clock) {
        this.directory = directory;
        this.random = random;
        this.clock = clock;
    }

    /**
     * What is wanted.
     *
     * @param mesh name of the mesh, a DNS label
     * @param host where the broker listens and clients connect
     * @param natsPort 0 = keep what the mesh has, or choose a free one; the same for the others
     * @param auth how a mesh that is made now lets its principals prove themselves; one that stands keeps what it has
     */
    public record Request(String mesh, String host, int natsPort, int monitorPort, int httpPort, AuthMode auth) {
        public Request {
            new NodeId(mesh);
        }

        /** With passwords. */
        public Request(String mesh, String host, int natsPort, int monitorPort, int httpPort) {
            this(mesh, host, natsPort, monitorPort, httpPort, AuthMode.PASSWORD);
        }

        /** On loopback, with any free ports. */
        public static Request local(String mesh) {
            return new Request(mesh, "127.0.0.1", 0, 0, 0);
        }
    }

    /**
     * What stands.
     *
     * @param steps what was made now, in order; empty when everything stood
     */
    public record Made(MeshIdentity identity, List<String> steps) {
        public Made {
            steps = List.copyOf(steps);
        }
    }

    /**
     * Makes what is missing.
     *
     * @throws io.meshbus.sdk.problem.ProblemException {@code DIRECTORY_NOT_A_MESH}, {@code DEFINITION_OTHER_MESH},
     *     {@code PORT_TAKEN}, {@code CREDENTIALS_UNUSABLE}
     */
    public Made run(Request request) {
        made.clear();
        require(request);
        boolean known = Files.exists(directory.identity());
        makeDirectories();
        SigningKey meshKey = meshKey();
        new CertificateChange(directory, random, clock).mend();
        note(TlsPair.ensure(directory, request.host(), clock.instant(), random), "certificate");
        MeshIdentity identity = known ? moved(MeshIdentity.read(directory), request) : identity(request, meshKey);
        ControllerSecrets secrets = controllerSecrets(request.auth());
        firstPerson(identity, secrets.mode());
        brokerConf(identity, secrets);
        userList(secrets);
        return new Made(identity, made);
    }

    /**
     * Refuses what {@link #run} would refuse of this directory, and writes nothing: to be asked before the lock is taken,
     * whose file would already be something left behind.
     *
     * @throws io.meshbus.sdk.problem.ProblemException {@code DIRECTORY_NOT_A_MESH}, {@code DEFINITION_OTHER_MESH}
     */
    public void require(Request request) {
        requireOurs();
        if (Files.exists(directory.identity())) {
            requireSame(MeshIdentity.read(directory), request);
        }
    }

    private void requireOurs() {
        Path root = directory.root();
        if (!Files.exists(root)) {
            return;
        }
        if (!Files.isDirectory(root)) {
            throw notAMesh("it is a file");
        }
        try (Stream<Path> entries = Files.list(root)) {
            entries.map(entry -> String.valueOf(entry.getFileName()))
                    .filter(name -> !OWN_ENTRIES.contains(name))
                    .sorted()
                    .findFirst()
                    .ifPresent(name -> {
                        if (!Files.exists(directory.identity())) {
                            throw notAMesh("it holds " + name + ", which no mesh made");
                        }
                    });
        } catch (IOException e) {
            throw notAMesh(String.valueOf(e.getMessage()));
        }
    }

    private void requireSame(MeshIdentity identity, Request request) {
        if (!identity.name().equals(request.mesh())) {
            throw Problem.of(
                            ProblemCode.DEFINITION_OTHER_MESH,
                            "this directory belongs to the mesh " + identity.name() + ", not to " + request.mesh(),
                            "a directory holds one mesh for ever",
                            "name another directory with --dir")
                    .at(directory.root().toString())
                    .asException();
        }
    }

    private RuntimeException notAMesh(String why) {
        return Problem.of(
                        ProblemCode.DIRECTORY_NOT_A_MESH,
                        "this is not the directory of a mesh",
                        why,
                        "name an empty directory or one of a mesh with --dir")
                .at(directory.root().toString())
                .asException();
    }

    private void makeDirectories() {
        try {
            for (Path path : List.of(
                    directory.root(),
                    directory.meshKey().resolveSibling(""),
                    directory.broker(),
                    directory.jetstream(),
                    directory.brokerPid().resolveSibling(""),
                    directory.store().resolveSibling(""),
                    directory.person(Bootstrap.ADMIN).resolveSibling(""),
                    directory.logs())) {
                AtomicFile.makeDirectory(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + directory.root(), e);
        }
    }

    private SigningKey meshKey() {
        try {
            if (!Files.exists(directory.meshKey())) {
                SigningKey key = SigningKey.generate(random);
                AtomicFile.write(directory.meshKey(), key.secret().reveal());
                made.add("mesh key");
            }
            return SigningKey.of(Secret.of(Files.readString(directory.meshKey()).strip()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + directory.meshKey(), e);
        }
    }

    private MeshIdentity identity(Request request, SigningKey meshKey) {
        List<Integer> ports =
                Ports.choose(request.host(), List.of(request.natsPort(), request.monitorPort(), request.httpPort()));
        byte[] id = new byte[MESH_ID_BYTES];
        random.nextBytes(id);
        MeshIdentity identity = new MeshIdentity(
                WireCodec.VERSION,
                HexFormat.of().formatHex(id),
                request.mesh(),
                meshKey.publicKey().value(),
                List.of(TlsPair.pin(directory)),
                request.host(),
                ports.get(0),
                ports.get(1),
                ports.get(2));
        identity.write(directory);
        made.add("identity");
        return identity;
    }

    /** Ports asked for by number replace the kept ones: that is how a mesh leaves a port that somebody took. */
    private MeshIdentity moved(MeshIdentity kept, Request request) {
        MeshIdentity wanted = kept.at(
                kept.host(),
                request.natsPort() == 0 ? kept.natsPort() : request.natsPort(),
                request.monitorPort() == 0 ? kept.monitorPort() : request.monitorPort(),
                request.httpPort() == 0 ? kept.httpPort() : request.httpPort());
        if (!wanted.equals(kept)) {
            wanted.write(directory);
            made.add("ports");
        }
        return wanted;
    }

    private ControllerSecrets controllerSecrets(AuthMode auth) {
        if (!Files.exists(directory.controllerSecrets())) {
            ControllerSecrets.mint(auth, random).write(directory);
            made.add("controller secrets");
        }
        return ControllerSecrets.read(directory);
    }

    /** Only before the first list stands: a person removed later must not come back. */
    private void firstPerson(MeshIdentity identity, AuthMode auth) {
        Path credentials = directory.person(Bootstrap.ADMIN);
        if (Files.exists(credentials) || Files.exists(directory.users())) {
            return;
        }
        Path keyFile = directory.personKey(Bootstrap.ADMIN);
        if (!Files.exists(keyFile)) {
            PersonFiles.writeKey(keyFile, SealingKey.generate(random));
        }
        SealingKey key = PersonFiles.key(keyFile);
        Bootstrap first = Bootstrap.read(directory)
                .filter(b -> b.publicKey().equals(key.publicKey().value()))
                .orElseGet(() -> Bootstrap.mint(Bootstrap.ADMIN, key, auth, random));
        first.write(directory);
        PersonFiles.writeCredentials(
                credentials,
                new PersonCredentials(
                        WireCodec.VERSION,
                        identity.name(),
                        identity.id(),
                        first.person(),
                        List.of(identity.url()),
                        identity.pins(),
                        first.publicKey(),
                        first.sealed()));
        made.add("person " + first.person());
    }

    /** A pure function of identity and secrets, so a newer program's text replaces an older one's. */
    private void brokerConf(MeshIdentity identity, ControllerSecrets secrets) {
        String text = BrokerConf.text(new BrokerConf.Settings(
                identity.name() + "-hub",
                identity.host(),
                identity.natsPort(),
                identity.monitorPort(),
                secrets.sysShown(),
                "100ms"));
        try {
            if (!Files.exists(directory.natsConf())
                    || !Files.readString(directory.natsConf()).equals(text)) {
                AtomicFile.write(directory.natsConf(), text);
                made.add("broker configuration");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + directory.natsConf(), e);
        }
    }

    /** A list of an older program lacks an account that the broker's configuration names now: the server would not start. */
    private void userList(ControllerSecrets secrets) {
        if (!Files.exists(directory.users())) {
            UserListText first = FirstList.of(secrets, Bootstrap.read(directory));
            AtomicFile.write(directory.users(), first.text());
            made.add("first user list");
            return;
        }
        try {
            UserListText.withCheck(Files.readString(directory.users())).ifPresent(whole -> {
                AtomicFile.write(directory.users(), whole);
                made.add("user list with the account CHECK");
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + directory.users(), e);
        }
    }

    private void note(boolean done, String step) {
        if (done) {
            made.add(step);
        }
    }
}
