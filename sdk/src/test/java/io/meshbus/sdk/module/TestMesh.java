package io.meshbus.sdk.module;

import io.meshbus.sdk.account.Composer;
import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.Credential;
import io.meshbus.sdk.account.DesiredMesh;
import io.meshbus.sdk.account.Rights;
import io.meshbus.sdk.account.UserListText;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerSpec;
import io.meshbus.sdk.bus.StreamAdmin.Discard;
import io.meshbus.sdk.bus.StreamAdmin.Retention;
import io.meshbus.sdk.bus.StreamAdmin.StreamSpec;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.manifest.EventRef;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.Seat;
import io.meshbus.sdk.secret.PasswordHash;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A definition on a real server: composed users, streams and durables as the controller would make them. */
final class TestMesh implements AutoCloseable {
    static final long WAIT_SECONDS = 20;
    private static final PersonId ADMIN = new PersonId("admin");

    private final Vertx vertx;
    private final Definition definition;
    private final Map<PrincipalId, Secret> secrets = new HashMap<>();
    private final List<Bus> buses = new ArrayList<>();
    private final TestServer server;
    private final DefinitionSource source;

    private TestMesh(Vertx vertx, Path directory, DefinitionSource source) throws Exception {
        this.vertx = vertx;
        this.source = source;
        this.definition = DefinitionReader.read(source);
        Composition composition = Composer.compose(new DesiredMesh(
                List.of(new DesiredMesh.Living(definition, definition.nodes().keySet())),
                definition.nodes().keySet(),
                Set.of(),
                Map.of(ADMIN, Rights.ADMIN),
                DesiredMesh.Answers.DERIVED));
        SecureRandom random = new SecureRandom();
        Map<PrincipalId, Credential> credentials = new HashMap<>();
        composition.ids().forEach(id -> {
            secrets.put(id, Secret.mint(random));
            credentials.put(
                    id, new Credential.PasswordHash(PasswordHash.of(Objects.requireNonNull(secrets.get(id)), random)));
        });
        server = TestServer.start(
                directory, UserListText.render(1, composition, credentials).text());
    }

    static TestMesh raise(Vertx vertx, Path directory, DefinitionSource source) throws Exception {
        TestMesh mesh = new TestMesh(vertx, directory, source);
        try {
            await(mesh.streams());
            return mesh;
        } catch (Exception failure) {
            mesh.close();
            throw failure;
        }
    }

    static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(WAIT_SECONDS, TimeUnit.SECONDS);
    }

    BusOptions options(PrincipalId principal) {
        return BusOptions.mesh(
                principal,
                List.of(server.url()),
                List.of(server.pin()),
                Objects.requireNonNull(secrets.get(principal)));
    }

    MeshOptions options(String module, String node) {
        return MeshOptions.of(options(PrincipalId.module(new ModuleId(module), new NodeId(node))), source);
    }

    Bus connect(BusOptions options) throws Exception {
        Bus bus = await(new Jnats(vertx).connect(options));
        buses.add(bus);
        return bus;
    }

    Bus bus(String module, String node) throws Exception {
        return connect(options(PrincipalId.module(new ModuleId(module), new NodeId(node))));
    }

    Bus admin() throws Exception {
        return connect(options(PrincipalId.person(ADMIN)));
    }

    /** The controller's, which may read and write every stream. */
    Bus controllerStreams() throws Exception {
        return connect(options(PrincipalId.STREAMS).withApiPrefix("$JS.API"));
    }

    ModuleContext context(String module, String node) {
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

    /** Deploys a module's code on a connection of its own. */
    void deploy(String module, String node, ModuleCode code) throws Exception {
        await(ModuleRuntime.deploy(vertx, bus(module, node), context(module, node), () -> code.module()));
    }

    String serverLog() throws Exception {
        return server.log();
    }

    @Override
    public void close() throws Exception {
        for (Bus bus : buses) {
            await(bus.close(Duration.ofSeconds(5)));
        }
        server.close();
    }

    private Future<?> streams() throws Exception {
        StreamAdmin admin = new Jnats(vertx).streams(controllerStreams());
        List<Future<?>> streams = new ArrayList<>();
        streams.add(admin.assertStream(stream(
                Streams.EVENTS,
                Retention.LIMITS,
                Subjects.ALL_MODULE_EVENTS,
                Subjects.ALL_REDRIVES,
                Subjects.ALL_SEAT_EVENTS)));
        streams.add(admin.assertStream(stream(Streams.DEAD_IN, Retention.WORK_QUEUE, Subjects.ALL_MODULE_DEAD)));
        working()
                .forEach(seat -> streams.add(admin.assertStream(
                        stream(Streams.seat(seat.seat()), Retention.WORK_QUEUE, Subjects.seatWork(seat.seat())))));
        return Future.all(streams).compose(made -> consumers(admin));
    }

    private Future<?> consumers(StreamAdmin admin) {
        List<Future<?>> consumers = new ArrayList<>();
        for (Manifest module : definition.modules().values()) {
            if (module.consumesAnything()) {
                List<String> filters = new ArrayList<>(
                        module.consumes().stream().map(EventRef::subject).toList());
                filters.add(Subjects.redrives(module.module()));
                consumers.add(admin.assertConsumer(consumer(
                        Streams.EVENTS,
                        Streams.eventsConsumer(module.module()),
                        module.delivery().maxDeliver(),
                        filters)));
            }
        }
        working()
                .forEach(seat -> consumers.add(admin.assertConsumer(consumer(
                        Streams.seat(seat.seat()), Streams.HOLDERS, 5, List.of(Subjects.seatWork(seat.seat()))))));
        consumers.add(admin.assertConsumer(
                consumer(Streams.DEAD_IN, Streams.DEAD_LETTER_CONSUMER, -1, List.of(Subjects.ALL_MODULE_DEAD))));
        return Future.all(consumers);
    }

    private List<Seat> working() {
        return definition.seats().values().stream()
                .filter(seat -> !seat.accepts().isEmpty())
                .filter(seat -> !definition.holdersOf(seat.seat()).isEmpty())
                .toList();
    }

    private static StreamSpec stream(String name, Retention retention, String... subjects) {
        return new StreamSpec(
                name,
                List.of(subjects),
                retention,
                retention == Retention.LIMITS ? Discard.OLD : Discard.NEW,
                false,
                0,
                64L << 20,
                Duration.ZERO,
                2 << 20,
                1,
                Duration.ofMinutes(2),
                true,
                false,
                false,
                false,
                "");
    }

    private static ConsumerSpec consumer(String stream, String name, int maxDeliver, List<String> filters) {
        return new ConsumerSpec(stream, name, filters, Duration.ofSeconds(5), maxDeliver, 1000, false, "");
    }
}
