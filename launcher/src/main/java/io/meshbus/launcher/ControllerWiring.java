package io.meshbus.launcher;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.ControllerConfig;
import io.meshbus.control.account.AccountVerticle;
import io.meshbus.control.ask.AskVerticle;
import io.meshbus.control.catalogue.CatalogueVerticle;
import io.meshbus.control.deadletter.DeadLetterVerticle;
import io.meshbus.control.declaration.DeclarationVerticle;
import io.meshbus.control.declaration.PushVerticle;
import io.meshbus.control.enrolment.EnrolmentVerticle;
import io.meshbus.control.genesis.BootstrapPersons;
import io.meshbus.control.genesis.StreamsVerticle;
import io.meshbus.control.intake.IntakeVerticle;
import io.meshbus.control.lease.Leadership;
import io.meshbus.control.observation.ObservationVerticle;
import io.meshbus.control.store.AtRest;
import io.meshbus.control.store.SqlStore;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.StoreConfig;
import io.meshbus.directory.ControllerSecrets;
import io.meshbus.directory.LiveIdentity;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.launcher.config.Role.Part;
import io.meshbus.launcher.health.HealthVerticle.Check;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusConnector;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.impl.JnatsProbe;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.SigningKey;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The controller's half of {@link Wiring}: its store, its two connections and its verticles, in the order they need. Some
 * run in every controller, the others while this one leads (spec 3.11, ADR 0068).
 */
final class ControllerWiring {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerWiring.class);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(3);

    /** Streams before whoever uses them; who answers people last. */
    private static final List<Part> ORDER = List.of(
            Part.STREAMS,
            Part.ACCOUNT,
            Part.DECLARATION,
            Part.ENROLMENT,
            Part.INTAKE,
            Part.DEAD_LETTER,
            Part.OBSERVATION,
            Part.CATALOGUE,
            Part.ASK);

    /** Of these one runs in a mesh, or the half that {@link #leading} makes; each has a lease of its name. */
    private static final Set<Part> ONCE =
            EnumSet.of(Part.STREAMS, Part.ACCOUNT, Part.DECLARATION, Part.OBSERVATION, Part.ASK);

    private final Vertx vertx;
    private final Deployments deployments;
    private final MeshDirectory directory;
    private final MeshIdentity identity;
    private final LiveIdentity live;
    private final Wiring.Settings settings;
    private final BusConnector connector;
    private final SecureRandom random;
    private final Map<String, Check> checks;
    private final Map<String, Supplier<String>> notes;
    private final Clock clock = Clock.systemUTC();
    private @Nullable Store store;

    ControllerWiring(
            Vertx vertx,
            Deployments deployments,
            MeshDirectory directory,
            MeshIdentity identity,
            Wiring.Settings settings,
            BusConnector connector,
            SecureRandom random,
            Map<String, Check> checks,
            Map<String, Supplier<String>> notes) {
        this.notes = notes;
        this.vertx = vertx;
        this.deployments = deployments;
        this.directory = directory;
        this.identity = identity;
        this.live = new LiveIdentity(directory, identity);
        this.settings = settings;
        this.connector = connector;
        this.random = random;
        this.checks = checks;
    }

    /** The controller's connections: to MESH, and to STREAMS with the JetStream API itself. */
    private record Buses(Bus mesh, Bus streams, StreamAdmin admin, SigningKey meshKey, ControllerConfig config) {}

    Future<Long> store() {
        return vertx.executeBlocking(this::meshKey).compose(meshKey -> {
            Store opened = new SqlStore(
                    vertx,
                    settings.store().orElseGet(() -> StoreConfig.embedded(directory.store())),
                    new AtRest(meshKey, random),
                    DefinitionReader::read,
                    clock);
            store = opened;
            deployments.closing("store", CLOSE_LIMIT, opened::close);
            checks.put("store", () -> opened.revision().map(revision -> Optional.<String>empty()));
            return opened.open()
                    .compose(done -> new BootstrapPersons(vertx, directory, opened, clock).run())
                    .compose(done -> opened.revision());
        });
    }

    Future<Set<NodeId>> pushedNodes() {
        return opened().newestPush()
                .map(push -> push.map(record ->
                                DefinitionReader.read(record.source()).nodes().keySet())
                        .orElse(Set.of()));
    }

    Future<String> start(Set<Part> parts) {
        return vertx.executeBlocking(() -> ControllerSecrets.read(directory))
                .compose(secrets -> vertx.executeBlocking(this::meshKey)
                        .compose(meshKey -> connect(secrets, SigningKey.of(meshKey))))
                .compose(buses -> vertx.executeBlocking(() -> Holder.name(settings.process(), directory))
                        .compose(holder -> deploy(buses, parts, holder))
                        .onSuccess(deployed -> watch(buses)))
                .map(count -> count + " verticles");
    }

    private Secret meshKey() throws IOException {
        return Secret.of(Files.readString(directory.meshKey()).strip());
    }

    private Future<Buses> connect(ControllerSecrets secrets, SigningKey meshKey) {
        return bus(secrets, PrincipalId.CONTROLLER)
                .compose(mesh -> bus(secrets, PrincipalId.STREAMS)
                        .map(streams -> new Buses(
                                mesh,
                                streams,
                                connector.streams(streams),
                                meshKey,
                                settings.controller().made(secrets.mode()))));
    }

    private Future<Bus> bus(ControllerSecrets secrets, PrincipalId principal) {
        BusOptions options =
                BusOptions.mesh(principal, List.of(identity.url()), identity.pins(), secrets.auth(principal));
        boolean streams = principal.equals(PrincipalId.STREAMS);
        return connector
                .connect(streams ? options.withApiPrefix("$JS.API") : options)
                .onSuccess(bus -> {
                    deployments.closing("bus " + principal, CLOSE_LIMIT, () -> bus.close(CLOSE_LIMIT));
                    checks.put("bus as " + principal, () -> Future.succeededFuture(cause(bus)));
                });
    }

    /** The mesh's certificate changes by its directory: this process believes what the file says, and so do its parts. */
    private void watch(Buses buses) {
        long timer = vertx.setPeriodic(
                settings.controller().sweep().toMillis(),
                tick -> vertx.executeBlocking(live::refresh)
                        .onSuccess(changed -> {
                            if (changed) {
                                repin(buses);
                            }
                        })
                        .onFailure(fault -> LOG.warn("identity-unread why=\"{}\"", fault.getMessage())));
        deployments.closing("identity", CLOSE_LIMIT, () -> {
            vertx.cancelTimer(timer);
            return Future.succeededFuture();
        });
    }

    private void repin(Buses buses) {
        List<String> pins = live.get().pins();
        LOG.info("pins-changed pins={}", pins);
        connector.trust(buses.mesh(), pins);
        connector.trust(buses.streams(), pins);
        vertx.eventBus().publish(ControlAddress.DESIRED_CHANGED, null);
    }

    private static Optional<String> cause(Bus bus) {
        return bus.state() == BusState.CONNECTED ? Optional.empty() : Optional.of("the connection is " + bus.state());
    }

    private Future<Integer> deploy(Buses buses, Set<Part> parts, String holder) {
        List<Part> ordered = ORDER.stream().filter(parts::contains).toList();
        ControllerOffice office = new ControllerOffice(
                deployments,
                ordered,
                part -> Optional.ofNullable(shared(part, buses)),
                (part, leading) -> Optional.ofNullable(leading(part, buses, leading)));
        Set<String> leases =
                ordered.stream().filter(ONCE::contains).map(Part::word).collect(Collectors.toSet());
        Future<Void> led = leases.isEmpty() ? Future.succeededFuture() : lead(office, leases, holder);
        return led.compose(done -> office.share()).map(done -> ordered.size());
    }

    private Future<Void> lead(ControllerOffice office, Set<String> leases, String holder) {
        Leadership leadership = new Leadership(
                vertx,
                opened(),
                new Leadership.Config(leases, holder, settings.controller().lease()),
                office);
        deployments.closing("leadership", Deployments.UNDEPLOY_LIMIT, leadership::stop);
        notes.put("controller", leadership::told);
        return leadership.start();
    }

    /** What runs in every controller: correct by what it writes, however many there are. */
    private @Nullable Deployable shared(Part part, Buses buses) {
        return switch (part) {
            case DECLARATION ->
                new PushVerticle(buses.config(), buses.mesh(), buses.admin(), opened(), live, DefinitionReader::read);
            case ENROLMENT ->
                new EnrolmentVerticle(buses.config(), buses.mesh(), opened(), live, buses.meshKey(), clock);
            case INTAKE -> new IntakeVerticle(buses.config(), buses.mesh(), buses.streams(), opened(), clock, random);
            case DEAD_LETTER -> new DeadLetterVerticle(buses.streams(), buses.admin(), opened(), random);
            case CATALOGUE -> new CatalogueVerticle(buses.config(), buses.mesh(), opened());
            default -> null;
        };
    }

    /**
     * What runs once in a mesh.
     *
     * @param leading the store, for as long as this controller leads
     */
    private @Nullable Deployable leading(Part part, Buses buses, Store leading) {
        return switch (part) {
            case STREAMS -> new StreamsVerticle(StreamsVerticle.Config.DEFAULT, leading, buses.admin(), clock);
            case ACCOUNT ->
                new AccountVerticle(
                        accounts(),
                        directory,
                        identity,
                        leading,
                        random,
                        (own, auth) ->
                                connector.renew(own.equals(PrincipalId.STREAMS) ? buses.streams() : buses.mesh(), auth),
                        new JnatsProbe(vertx));
            case DECLARATION ->
                new DeclarationVerticle(
                        buses.config(),
                        buses.mesh(),
                        buses.streams(),
                        buses.admin(),
                        leading,
                        live,
                        buses.meshKey(),
                        clock);
            case OBSERVATION ->
                new ObservationVerticle(
                        buses.config(),
                        buses.mesh(),
                        buses.streams(),
                        buses.admin(),
                        leading,
                        identity,
                        buses.meshKey(),
                        clock);
            case ASK ->
                // What a person asks for is theirs, not the term's; in a store window a push is still taken (spec 3.3).
                new AskVerticle(
                        buses.config(),
                        buses.mesh(),
                        buses.streams(),
                        buses.admin(),
                        opened(),
                        live,
                        buses.meshKey().publicKey(),
                        DefinitionReader::read,
                        clock,
                        random);
            default -> null;
        };
    }

    private AccountVerticle.Config accounts() {
        AccountVerticle.Config standard = AccountVerticle.Config.DEFAULT;
        return new AccountVerticle.Config(
                settings.server().map(Object::toString).orElse(null),
                settings.controller().answers(),
                standard.sweep(),
                standard.liveMax());
    }

    private Store opened() {
        return Objects.requireNonNull(store, "store() comes first");
    }
}
