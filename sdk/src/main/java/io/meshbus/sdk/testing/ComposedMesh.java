package io.meshbus.sdk.testing;

import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.account.Composer;
import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.Credential;
import io.meshbus.sdk.account.DesiredMesh;
import io.meshbus.sdk.account.Rights;
import io.meshbus.sdk.account.UserListText;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.module.MeshOptions;
import io.meshbus.sdk.module.ModuleContext;
import io.meshbus.sdk.secret.PasswordHash;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.UserKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;

/**
 * A definition on a real server: every principal with its composed lists and no right more, streams and durables as the
 * controller would make them; passwords or nkeys, and answers derived or by the server, as {@code mesh.yaml} says.
 * Raising and closing block their caller; nothing here runs on an event loop.
 */
public final class ComposedMesh implements AutoCloseable {
    private static final PersonId ADMIN = new PersonId("admin");
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final DefinitionSource source;
    private final Definition definition;
    private final Map<PrincipalId, BusOptions.Auth> logins = new HashMap<>();
    private final Queue<Bus> buses = new ConcurrentLinkedQueue<>();
    private final Broker broker;

    private ComposedMesh(
            Vertx vertx, Path directory, DefinitionSource source, BiFunction<Path, String, Broker> server) {
        this.vertx = vertx;
        this.source = source;
        this.definition = DefinitionReader.read(source);
        SecureRandom random = new SecureRandom();
        String users = users(random);
        this.broker = server.apply(
                directory, MeshAccounts.around(users, Secret.mint(random).revealText()));
    }

    /**
     * Starts a server and makes the mesh on it.
     *
     * @param directory the server's own, kept by the caller
     * @throws io.meshbus.sdk.problem.ProblemException {@code DEFINITION_INVALID}, {@code TOOL_MISSING}
     */
    public static ComposedMesh raise(Vertx vertx, Path directory, DefinitionSource source) {
        return raise(vertx, directory, source, Brokers::start);
    }

    /** The same with the local binary, whatever else could run a server: its certificate is {@code cert.pem} there. */
    public static ComposedMesh raiseHere(Vertx vertx, Path directory, DefinitionSource source) {
        return raise(vertx, directory, source, LocalNats::start);
    }

    private static ComposedMesh raise(
            Vertx vertx, Path directory, DefinitionSource source, BiFunction<Path, String, Broker> server) {
        ComposedMesh mesh = new ComposedMesh(vertx, directory, source, server);
        try {
            Waiting.of(mesh.controllerStreams()
                    .compose(bus -> new MeshStreams(new Jnats(vertx).streams(bus), mesh.definition).make()));
            return mesh;
        } catch (RuntimeException failure) {
            mesh.close();
            throw failure;
        }
    }

    private String users(SecureRandom random) {
        Composition composition = Composer.compose(new DesiredMesh(
                List.of(new DesiredMesh.Living(definition, definition.nodes().keySet())),
                definition.nodes().keySet(),
                Set.of(),
                Map.of(ADMIN, Rights.ADMIN),
                DesiredMesh.Answers.DERIVED));
        Map<PrincipalId, Credential> credentials = new HashMap<>();
        AuthMode mode = AuthMode.of(definition, AuthMode.PASSWORD);
        composition.ids().forEach(id -> credentials.put(id, credential(id, mode, random)));
        return UserListText.render(1, composition, credentials).text();
    }

    private Credential credential(PrincipalId id, AuthMode mode, SecureRandom random) {
        if (mode == AuthMode.NKEY) {
            UserKey key = UserKey.generate(random);
            logins.put(id, BusOptions.Auth.nkey(id, key.seed()));
            return new Credential.NKey(key.publicKey());
        }
        Secret secret = Secret.mint(random);
        logins.put(id, new BusOptions.Auth(id.value(), secret, null));
        return new Credential.PasswordHash(PasswordHash.of(secret, random));
    }

    public Definition definition() {
        return definition;
    }

    /** How a principal of the mesh connects. */
    public BusOptions options(PrincipalId principal) {
        BusOptions.Auth login = Objects.requireNonNull(logins.get(principal), () -> "no principal " + principal);
        return BusOptions.mesh(principal, List.of(broker.url()), List.of(broker.pin()), login);
    }

    /** How an application becomes that module. */
    public MeshOptions options(String module, String node) {
        return MeshOptions.of(options(principal(module, node)), source);
    }

    /** What a host would hand that module; no secrets, no home of its own. */
    public ModuleContext context(String module, String node) {
        MeshOptions options = options(module, node);
        return new ModuleContext(
                options.mesh(),
                new NodeId(node),
                options.manifest(),
                options.seats(),
                options.manifest().config(),
                Map.of(),
                Path.of(""));
    }

    /** A connection of that module's user, closed with the mesh. */
    public Future<Bus> bus(String module, String node) {
        return connect(options(principal(module, node)));
    }

    /** A connection of a person with every right, closed with the mesh. */
    public Future<Bus> admin() {
        return connect(options(PrincipalId.person(ADMIN)));
    }

    /** The controller's user of the streams, who may read and write every one; closed with the mesh. */
    public Future<Bus> controllerStreams() {
        return connect(options(PrincipalId.STREAMS).withApiPrefix("$JS.API"));
    }

    /** Connects; closed with the mesh. */
    public Future<Bus> connect(BusOptions options) {
        return new Jnats(vertx).connect(options).onSuccess(buses::add);
    }

    /** Everything the server has logged so far; a refused publish or subscribe is a line with {@code Violation}. */
    public String serverLog() {
        return broker.log();
    }

    @Override
    public void close() {
        try {
            Waiting.of(Future.join(
                    buses.stream().map(bus -> bus.close(CLOSE_DEADLINE)).toList()));
        } finally {
            broker.close();
        }
    }

    private static PrincipalId principal(String module, String node) {
        return PrincipalId.module(new ModuleId(module), new NodeId(node));
    }
}
