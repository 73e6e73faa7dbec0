package io.meshbus.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.control.account.AccountVerticle;
import io.meshbus.control.genesis.BootstrapPersons;
import io.meshbus.control.genesis.Genesis;
import io.meshbus.control.store.AtRest;
import io.meshbus.control.store.SqlStore;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.StoreConfig;
import io.meshbus.directory.ControllerSecrets;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.directory.PersonFiles;
import io.meshbus.natsserver.Monitor;
import io.meshbus.node.broker.BrokerVerticle;
import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.account.PersonCredentials;
import io.meshbus.sdk.bus.PermissionProbe;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.impl.JnatsProbe;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.secret.PasswordHash;
import io.meshbus.sdk.secret.Sealing;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.SigningKey;
import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** A mesh's directory with its store, and on demand its broker and account verticles; plain jnats clients on it. */
public final class MeshFixture implements AutoCloseable {
    private static final SecureRandom RANDOM = new SecureRandom();

    public final Vertx vertx = Vertx.vertx();
    public final MeshDirectory directory;
    public final MeshIdentity identity;
    public final SqlStore store;
    /** What the servers told the clients of {@link #connect}. */
    public final Queue<String> refusals = new ConcurrentLinkedQueue<>();

    private final AtomicInteger serial = new AtomicInteger();
    private String broker = "";
    private PermissionProbe probe = new JnatsProbe(vertx);
    private AccountVerticle.Renewal renewal = (principal, auth) -> Future.succeededFuture();

    public MeshFixture(Path root) throws Exception {
        this(root, AuthMode.PASSWORD);
    }

    public MeshFixture(Path root, AuthMode auth) throws Exception {
        directory = new MeshDirectory(root);
        identity = new Genesis(directory, RANDOM, Clock.systemUTC())
                .run(new Genesis.Request("demo", "127.0.0.1", 0, 0, 0, auth))
                .identity();
        store = new SqlStore(
                vertx,
                StoreConfig.embedded(directory.store()),
                new AtRest(Secret.of(Files.readString(directory.meshKey()).strip()), RANDOM),
                DefinitionReader::read,
                Clock.systemUTC());
        await(store.open());
        await(new BootstrapPersons(vertx, directory, store, Clock.systemUTC()).run());
    }

    public static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    public void startBroker() throws Exception {
        broker = await(vertx.deployVerticle(new BrokerVerticle(BrokerVerticle.Config.DEFAULT, directory, identity)));
    }

    /** For the account verticles that are started from now on. */
    public void probeWith(UnaryOperator<PermissionProbe> wrapping) {
        probe = wrapping.apply(probe);
    }

    /** For the account verticles that are started from now on: how the controller's connections go on. */
    public void renewWith(AccountVerticle.Renewal next) {
        renewal = next;
    }

    public void stopBroker() throws Exception {
        await(vertx.undeploy(broker));
    }

    public String startAccounts() throws Exception {
        return startAccounts(store);
    }

    public String startAccounts(Store with) throws Exception {
        return await(vertx.deployVerticle(new AccountVerticle(
                new AccountVerticle.Config(null, Answers.DERIVED, Duration.ofMillis(200), Duration.ofSeconds(5)),
                directory,
                identity,
                with,
                RANDOM,
                renewal,
                probe)));
    }

    /** The desired state has changed: as the writers of it do. */
    public void nudge() {
        vertx.eventBus().publish(ControlAddress.DESIRED_CHANGED, null);
    }

    /** Waits until the newest revision is live. */
    public void live() throws Exception {
        long wanted = await(store.revision());
        org.awaitility.Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> await(store.reached("accounts")) >= wanted);
    }

    /** @param files text by path in the definition */
    public void push(String id, Map<String, String> files) throws Exception {
        await(store.addPush(id, "admin", new DefinitionSource(files, Map.of())));
        nudge();
    }

    /** A node that enrolled with this key. */
    public void enrol(NodeId node, SealingKey key) throws Exception {
        TokenId id = new TokenId(node + "-" + serial.incrementAndGet());
        String proof = Secret.mint(RANDOM).revealText();
        String hash = PasswordHash.of(Secret.mint(RANDOM), RANDOM);
        Instant now = Instant.now();
        await(store.addToken(Store.Token.live(id, node, proof, hash, now, now.plusSeconds(600)), "admin"));
        String identityKey = SigningKey.generate(RANDOM).publicKey().value();
        assertThat(await(store.spend(
                        id, new Store.Node(node, key.publicKey().value(), identityKey, id, now, new JsonObject()))))
                .isTrue();
        await(store.closeToken(id));
        nudge();
    }

    public Monitor.Running running() throws Exception {
        Monitor monitor = new Monitor(vertx, identity.monitorPort());
        try {
            return await(monitor.running());
        } finally {
            await(monitor.close());
        }
    }

    public long brokerPid() throws Exception {
        return Long.parseLong(Files.readString(directory.brokerPid()).strip());
    }

    public Secret controllerPassword(PrincipalId principal) {
        return ControllerSecrets.read(directory).password(principal);
    }

    public Connection admin() throws Exception {
        PersonCredentials admin = PersonFiles.credentials(directory.person(new PersonId("admin")));
        SealingKey key = PersonFiles.key(directory.personKey(new PersonId("admin")));
        return connect(admin.principal(), admin.password(key));
    }

    /** As a principal whose secret the store holds, with its owner's private key. */
    public Connection connect(PrincipalId principal, SealingKey owner) throws Exception {
        Store.PrincipalSecret secret = await(store.secret(principal)).orElseThrow();
        return connect(principal, Secret.of(Sealing.open(owner, principal.value(), secret.sealed())));
    }

    public Connection connect(PrincipalId principal, Secret password) throws Exception {
        return connect(principal, password, identity.pins().get(0));
    }

    public Connection connect(PrincipalId principal, Secret password, String pin) throws Exception {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, new TrustManager[] {new Pinned(pin)}, RANDOM);
        return Nats.connect(new Options.Builder()
                .server(identity.url())
                .sslContext(tls)
                .userInfo(principal.value(), password.revealText())
                .inboxPrefix(principal.inboxPrefix())
                .noReconnect()
                .connectionTimeout(Duration.ofSeconds(5))
                .errorListener(new ErrorListener() {
                    @Override
                    public void errorOccurred(Connection connection, String error) {
                        refusals.add(error);
                    }
                })
                .build());
    }

    @Override
    public void close() throws Exception {
        for (String id : vertx.deploymentIDs()) {
            await(vertx.undeploy(id));
        }
        await(store.close());
        await(vertx.close());
    }

    private static final class Pinned extends X509ExtendedTrustManager {
        private final String pin;

        Pinned(String pin) {
            this.pin = pin;
        }

        private void check(X509Certificate[] chain) throws CertificateException {
            String found = HexFormat.of()
                    .formatHex(io.meshbus.sdk.subject.Digest.newSha256().digest(chain[0].getEncoded()));
            if (!found.equals(pin)) {
                throw new CertificateException("another certificate");
            }
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("no clients here");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            throw new CertificateException("no clients here");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            throw new CertificateException("no clients here");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return List.of().toArray(new X509Certificate[0]);
        }
    }
}
