package io.meshbus.node.host;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.genesis.Genesis;
import io.meshbus.control.genesis.rules.StreamSpecs;
import io.meshbus.directory.AtomicFile;
import io.meshbus.directory.ControllerSecrets;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.natsserver.Monitor;
import io.meshbus.node.broker.BrokerVerticle;
import io.meshbus.sdk.account.Composer;
import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.Credential;
import io.meshbus.sdk.account.DesiredMesh;
import io.meshbus.sdk.account.UserListText;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusConnector;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.Stored;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.secret.PasswordHash;
import io.meshbus.sdk.secret.Sealing;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.TokenText;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * A mesh for one host: a real broker with the genesis configuration, users composed as a controller composes them, and
 * the test in the controller's place.
 */
final class HostBed implements AutoCloseable {
    static final NodeId N1 = Declarations.N1;

    final Vertx vertx = Vertx.vertx();
    final SecureRandom random = new SecureRandom();
    final BusConnector connector = new Jnats(vertx);
    final MeshIdentity identity;
    final SigningKey meshKey;
    final Bus controller;
    final Bus streams;
    private final MeshDirectory directory;
    final Monitor monitor;
    private final Map<PrincipalId, Secret> passwords = new HashMap<>();
    private String broker;
    private long revision;

    HostBed(Path temp) throws Exception {
        directory = new MeshDirectory(temp.resolve("mesh"));
        identity = new Genesis(directory, random, Clock.systemUTC())
                .run(Genesis.Request.local("demo"))
                .identity();
        meshKey = SigningKey.of(Secret.of(Files.readString(directory.meshKey()).strip()));
        monitor = new Monitor(vertx, identity.monitorPort());
        startBroker();
        ControllerSecrets secrets = ControllerSecrets.read(directory);
        controller =
                await(connector.connect(options(PrincipalId.CONTROLLER, secrets.password(PrincipalId.CONTROLLER))));
        streams = await(connector.connect(options(PrincipalId.STREAMS, secrets.password(PrincipalId.STREAMS))
                .withApiPrefix("$JS.API")));
        StreamSpecs.Specs specs = StreamSpecs.of(List.of(), 1);
        for (var stream : specs.streams()) {
            await(connector.streams(streams).assertStream(stream));
        }
        for (var consumer : specs.consumers()) {
            await(connector.streams(streams).assertConsumer(consumer));
        }
    }

    static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    void startBroker() throws Exception {
        broker = await(vertx.deployVerticle(new BrokerVerticle(BrokerVerticle.Config.DEFAULT, directory, identity)));
    }

    void stopBroker() throws Exception {
        await(vertx.undeploy(broker));
    }

    BusOptions options(PrincipalId principal, Secret password) {
        return BusOptions.mesh(principal, List.of(identity.url()), identity.pins(), password);
    }

    /** What nobody was told: the password of a composed principal. */
    Secret password(PrincipalId principal) {
        return passwords.computeIfAbsent(principal, unknown -> Secret.mint(random));
    }

    String sealed(PrincipalId principal, SealingKey.Public to) {
        return Sealing.seal(to, principal.value(), password(principal).reveal());
    }

    TokenText token(String id, Instant expires) {
        TokenText token = new TokenText(
                new TokenId(id),
                N1,
                Secret.mint(random),
                List.of(identity.url()),
                identity.pins(),
                meshKey.publicKey().fingerprint(),
                expires);
        passwords.put(PrincipalId.enrolment(token.id()), token.busPassword());
        return token;
    }

    /** Composes and reloads; returns once the server runs it. */
    void users(Set<NodeId> enrolled, Set<TokenId> tokens, Manifest... modules) throws Exception {
        Map<ModuleId, Manifest> byId = new LinkedHashMap<>();
        List<Definition.Assignment> assignments = new ArrayList<>();
        for (Manifest module : modules) {
            byId.put(module.module(), module);
            assignments.add(new Definition.Assignment(module.module(), N1));
        }
        Definition definition =
                new Definition("demo", Map.of(N1, Map.of()), assignments, byId, Map.of(), Map.of(), Map.of());
        DesiredMesh desired = new DesiredMesh(
                List.of(new DesiredMesh.Living(definition, Set.of(N1))),
                enrolled,
                tokens,
                Map.of(),
                DesiredMesh.Answers.DERIVED);
        ControllerSecrets secrets = ControllerSecrets.read(directory);
        Composition composition = Composer.compose(desired);
        Map<PrincipalId, Credential> credentials = new HashMap<>();
        for (PrincipalId id : composition.ids()) {
            boolean own = id.equals(PrincipalId.CONTROLLER) || id.equals(PrincipalId.STREAMS);
            credentials.put(
                    id,
                    own ? secrets.credential(id) : new Credential.PasswordHash(PasswordHash.of(password(id), random)));
        }
        String before = await(monitor.running()).configDigest();
        AtomicFile.write(
                directory.users(),
                UserListText.render(++revision, composition, credentials).text());
        vertx.eventBus().publish(ControlAddress.USERS_WRITTEN, null);
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> !await(monitor.running()).configDigest().equals(before));
    }

    /** Publishes a declaration as the controller does: signed, then nudged. */
    Stored declare(Declaration declaration) throws Exception {
        Buffer body = WireCodec.encode(declaration);
        return declare(body, Headers.of(WireHeaders.SIGNATURE, meshKey.sign(body.getBytes())));
    }

    Stored declare(Buffer body, Headers headers) throws Exception {
        Stored stored = await(streams.store(Message.of(Subjects.declare(N1), headers, body), PublishOptions.PLAIN));
        await(controller.publish(Message.of(Subjects.declare(N1), Buffer.buffer())));
        return stored;
    }

    @Override
    public void close() throws Exception {
        await(controller.close(Duration.ofSeconds(5)));
        await(streams.close(Duration.ofSeconds(5)));
        await(vertx.close());
    }
}
