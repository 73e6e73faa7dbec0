package io.meshbus.bed;

import static org.awaitility.Awaitility.await;

import io.meshbus.directory.ControllerSecrets;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.PersonFiles;
import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.account.PersonCredentials;
import io.meshbus.sdk.bus.BusOptions.Auth;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.TokenText;
import io.meshbus.sdk.wire.WireCodec;
import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A plain jnats connection as one principal of a mesh in a directory: nothing of the SDK stands between it and the server. */
public final class PlainClient implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String NOBODYS_SUBJECT = "mesh.nobody.may";

    private final Connection connection;
    private final List<String> errors;

    private PlainClient(Connection connection, List<String> errors) {
        this.connection = connection;
        this.errors = errors;
    }

    /** The controller's user of STREAMS. */
    public static PlainClient streams(MeshDirectory directory) throws Exception {
        return connect(
                directory,
                PrincipalId.STREAMS,
                ControllerSecrets.read(directory).auth(PrincipalId.STREAMS));
    }

    /** A module on a node, with the password that its host opened. */
    public static PlainClient module(MeshDirectory directory, ModuleId module, NodeId node) throws Exception {
        return connect(directory, PrincipalId.module(module, node), authOf(directory, module, node));
    }

    /** The host of a node, with the password that it was admitted with. */
    public static PlainClient host(MeshDirectory directory, NodeId node) throws Exception {
        return connect(directory, PrincipalId.host(node), authOf(directory, node));
    }

    /** What a host was admitted with. */
    public static Auth authOf(MeshDirectory directory, NodeId node) throws Exception {
        String sealed =
                new JsonObject(Files.readString(directory.node(node).resolve("identity.json"))).getString("sealed");
        PrincipalId id = PrincipalId.host(node);
        return HandedCredential.open(keyOf(directory, node), id, sealed);
    }

    /** A person whose credentials lie in the directory. */
    public static PlainClient person(MeshDirectory directory, PersonId person) throws Exception {
        PersonCredentials credentials = PersonFiles.credentials(directory.person(person));
        return connect(
                directory, credentials.principal(), credentials.auth(PersonFiles.key(directory.personKey(person))));
    }

    /** Whoever holds an enrolment token. */
    public static PlainClient token(MeshDirectory directory, String text) throws Exception {
        TokenText token = TokenText.decode(text);
        return connect(directory, PrincipalId.enrolment(token.id()), token.busPassword());
    }

    /** Whoever shows nothing at all. */
    public static PlainClient nobody(MeshDirectory directory) throws Exception {
        return connect(directory, options -> {});
    }

    public static PlainClient connect(MeshDirectory directory, PrincipalId id, Secret password) throws Exception {
        return connect(
                directory,
                options -> options.userInfo(id.value(), password.revealText()).inboxPrefix(id.inboxPrefix() + "."));
    }

    /** By password or by key. */
    public static PlainClient connect(MeshDirectory directory, PrincipalId id, Auth auth) throws Exception {
        Secret seed = auth.nkeySeed();
        Secret password = auth.password();
        return connect(directory, options -> {
            if (password != null) {
                options.userInfo(auth.user(), password.revealText());
            } else {
                options.authHandler(Nats.staticCredentials(
                        null, Objects.requireNonNull(seed).revealText().toCharArray()));
            }
            options.inboxPrefix(id.inboxPrefix() + ".");
        });
    }

    private static PlainClient connect(MeshDirectory directory, Consumer<Options.Builder> who) throws Exception {
        List<String> errors = new CopyOnWriteArrayList<>();
        JsonObject identity = new JsonObject(Files.readString(directory.identity()));
        Options.Builder options = Options.builder()
                .server("tls://" + identity.getString("host") + ":" + identity.getInteger("natsPort"))
                .sslContext(trusting(directory))
                .maxReconnects(0)
                .connectionTimeout(LIMIT)
                .errorListener(new ErrorListener() {
                    @Override
                    public void errorOccurred(Connection ignored, String error) {
                        errors.add(error);
                    }
                });
        who.accept(options);
        Connection connection = connect(options.build());
        // Of this connection, not of a first one that a reload refused.
        errors.clear();
        return new PlainClient(connection, errors);
    }

    /** A refusal is believed the second time: a reload refuses whoever has not yet said who it is (docs/adr/0020). */
    private static Connection connect(Options options) throws IOException, InterruptedException {
        try {
            return Nats.connect(options);
        } catch (AuthenticationException perhapsAReload) {
            return Nats.connect(options);
        }
    }

    /** What a module on a node signs in with, opened with the node's key. */
    public static Auth authOf(MeshDirectory directory, ModuleId module, NodeId node) throws Exception {
        return HandedCredential.open(
                keyOf(directory, node), PrincipalId.module(module, node), handed(directory, module, node));
    }

    /** What the newest declaration hands to a module. */
    public static String handed(MeshDirectory directory, ModuleId module, NodeId node) throws Exception {
        return declarationOf(directory, node).modules().stream()
                .filter(m -> m.module().equals(module))
                .findFirst()
                .orElseThrow()
                .credentials();
    }

    public static SealingKey keyOf(MeshDirectory directory, NodeId node) throws IOException {
        return SealingKey.of(Secret.of(
                Files.readString(directory.node(node).resolve("sealing.key")).strip()));
    }

    /** What NODES holds for a node. */
    public static Declaration declarationOf(MeshDirectory directory, NodeId node) throws Exception {
        try (PlainClient streams = streams(directory)) {
            byte[] body = streams.connection()
                    .jetStreamManagement()
                    .getLastMessage(Streams.NODES, Subjects.declare(node))
                    .getData();
            return WireCodec.decode(Buffer.buffer(body), Declaration.class);
        }
    }

    private static SSLContext trusting(MeshDirectory directory) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(directory.certificate())) {
            store.setCertificateEntry(
                    "broker", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }

    public Connection connection() {
        return connection;
    }

    /** What the server said against this connection so far. */
    public List<String> errors() {
        return errors;
    }

    /** A round trip: whatever the server has to say about earlier publishes has been said; {@link #errors} may lag behind. */
    public void flush() throws Exception {
        connection.flush(LIMIT);
    }

    /**
     * Whether the server refuses a publish. What it refuses is told on a thread of jnats, in order: a later refusal, which
     * is certain, is waited for.
     */
    public boolean isRefused(String subject) throws Exception {
        connection.publish(subject, new byte[0]);
        connection.publish(NOBODYS_SUBJECT, new byte[0]);
        flush();
        await().atMost(LIMIT).until(() -> tells(NOBODYS_SUBJECT));
        return tells(subject);
    }

    private boolean tells(String subject) {
        return errors.stream().anyMatch(error -> error.contains('"' + subject + '"'));
    }

    @Override
    public void close() throws Exception {
        connection.close();
    }
}
