package io.meshbus.control;

import static io.meshbus.control.MeshFixture.await;
import static org.awaitility.Awaitility.await;

import io.meshbus.control.ask.AskVerticle;
import io.meshbus.control.catalogue.CatalogueVerticle;
import io.meshbus.control.deadletter.DeadLetterVerticle;
import io.meshbus.control.declaration.DeclarationVerticle;
import io.meshbus.control.declaration.PushVerticle;
import io.meshbus.control.enrolment.EnrolmentVerticle;
import io.meshbus.control.genesis.StreamsVerticle;
import io.meshbus.control.intake.IntakeVerticle;
import io.meshbus.control.observation.ObservationVerticle;
import io.meshbus.directory.ControllerSecrets;
import io.meshbus.directory.PersonFiles;
import io.meshbus.sdk.account.PersonCredentials;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.id.CommandName;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.EnrolmentAnswer;
import io.meshbus.sdk.wire.EnrolmentRequest;
import io.meshbus.sdk.wire.PushAnswer;
import io.meshbus.sdk.wire.TokenText;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A broker, the whole controller on it, and clients as persons, tokens and hosts. */
public final class ControllerBed implements AutoCloseable {
    public static final SecureRandom RANDOM = new SecureRandom();
    public static final PersonId ADMIN = new PersonId("admin");
    private static final Duration CLOSE = Duration.ofSeconds(3);

    public final MeshFixture mesh;
    public final Bus controller;
    public final Bus streams;
    public final StreamAdmin admin;
    public final Bus person;
    public final SigningKey meshKey;
    private final Jnats connector;
    private final List<Bus> buses = new ArrayList<>();
    private final Deque<String> deployed = new ArrayDeque<>();

    public ControllerBed(Path root) throws Exception {
        this(root, ControllerConfig.DEFAULT);
    }

    public ControllerBed(Path root, ControllerConfig config) throws Exception {
        mesh = new MeshFixture(root);
        mesh.startBroker();
        mesh.startAccounts();
        mesh.live();
        connector = new Jnats(mesh.vertx);
        meshKey = SigningKey.of(
                Secret.of(Files.readString(mesh.directory.meshKey()).strip()));
        ControllerSecrets secrets = ControllerSecrets.read(mesh.directory);
        controller = connect(PrincipalId.CONTROLLER, secrets.password(PrincipalId.CONTROLLER));
        streams = streams(secrets);
        admin = connector.streams(streams);
        PersonCredentials credentials = PersonFiles.credentials(mesh.directory.person(ADMIN));
        person = connect(
                credentials.principal(), credentials.password(PersonFiles.key(mesh.directory.personKey(ADMIN))));
        startController(config);
    }

    private void startController(ControllerConfig config) throws Exception {
        Clock clock = Clock.systemUTC();
        deploy(new StreamsVerticle(StreamsVerticle.Config.DEFAULT, mesh.store, admin, clock));
        deploy(new DeclarationVerticle(
                config, controller, streams, admin, mesh.store, () -> mesh.identity, meshKey, clock));
        deploy(new PushVerticle(config, controller, admin, mesh.store, () -> mesh.identity, DefinitionReader::read));
        deploy(new EnrolmentVerticle(config, controller, mesh.store, () -> mesh.identity, meshKey, clock));
        deploy(new IntakeVerticle(config, controller, streams, mesh.store, clock, RANDOM));
        deploy(new DeadLetterVerticle(streams, admin, mesh.store, RANDOM));
        deploy(new ObservationVerticle(config, controller, streams, admin, mesh.store, mesh.identity, meshKey, clock));
        deploy(new CatalogueVerticle(config, controller, mesh.store));
        deploy(new AskVerticle(
                config,
                controller,
                streams,
                admin,
                mesh.store,
                () -> mesh.identity,
                meshKey.publicKey(),
                DefinitionReader::read,
                clock,
                RANDOM));
    }

    private void deploy(Deployable verticle) throws Exception {
        deployed.addFirst(await(mesh.vertx.deployVerticle(verticle)));
    }

    private Bus streams(ControllerSecrets secrets) throws Exception {
        Bus bus = await(connector.connect(BusOptions.mesh(
                        PrincipalId.STREAMS,
                        List.of(mesh.identity.url()),
                        mesh.identity.pins(),
                        secrets.password(PrincipalId.STREAMS))
                .withApiPrefix("$JS.API")));
        buses.add(bus);
        return bus;
    }

    public Bus connect(PrincipalId principal, Secret password) throws Exception {
        BusOptions options = BusOptions.mesh(principal, List.of(mesh.identity.url()), mesh.identity.pins(), password);
        Bus bus = await(connector.connect(options));
        buses.add(bus);
        return bus;
    }

    /** The answer, or the refusal as {@code {code, message, details}}. */
    public JsonObject ask(String command, JsonObject input) throws Exception {
        return ask(person, ADMIN, command, input);
    }

    public JsonObject ask(Bus as, PersonId who, String command, JsonObject input) throws Exception {
        String subject = Subjects.ask(new NodeId(Subjects.WHOLE_MESH), new CommandName(command), who);
        return new JsonObject(await(as.request(Message.of(subject, input.toBuffer()), Duration.ofSeconds(30)))
                .body());
    }

    public TokenText token(String node) throws Exception {
        JsonObject issued = ask("token_issue", new JsonObject().put("node", node));
        return TokenText.decode(issued.getString("token"));
    }

    public PushAnswer push(Map<String, String> files) throws Exception {
        String id = UUID.randomUUID().toString();
        String reply = "_INBOX.person.admin.push." + id;
        Queue<Message> answers = new ConcurrentLinkedQueue<>();
        await(person.subscribe(reply, answers::add));
        JsonObject taken = ask(
                "push",
                new JsonObject()
                        .put("id", id)
                        .put("reply", reply)
                        .put("source", new JsonObject(WireCodec.encode(new DefinitionSource(files, Map.of())))));
        if (!taken.getBoolean("taken", false)) {
            throw new AssertionError(taken.encodePrettily());
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> !answers.isEmpty());
        return WireCodec.decode(answers.element().body(), PushAnswer.class);
    }

    /** A machine on its way in. */
    public final class Machine {
        public final TokenText token;
        public final SealingKey sealing = SealingKey.generate(RANDOM);
        public final SigningKey identity = SigningKey.generate(RANDOM);
        public final Queue<Message> answers = new ConcurrentLinkedQueue<>();
        public final Bus bus;

        public Machine(TokenText token) throws Exception {
            this.token = token;
            this.bus = connect(PrincipalId.enrolment(token.id()), token.busPassword());
            await(bus.subscribe("_INBOX.enrol." + token.id() + ".answer.*", answers::add));
        }

        public EnrolmentRequest request(String reply, Secret proofKey) {
            String proof = io.meshbus.sdk.secret.Kdf.hmac(
                            proofKey,
                            EnrolmentRequest.canonical(
                                    token.id(),
                                    token.node(),
                                    sealing.publicKey().value(),
                                    identity.publicKey().value(),
                                    reply))
                    .revealText();
            return new EnrolmentRequest(
                    1,
                    token.id(),
                    token.node(),
                    sealing.publicKey().value(),
                    identity.publicKey().value(),
                    reply,
                    new JsonObject().put("os", "linux"),
                    null,
                    proof);
        }

        public String reply() {
            return "_INBOX.enrol." + token.id() + ".answer." + UUID.randomUUID();
        }

        public void send(EnrolmentRequest request) throws Exception {
            await(bus.store(Message.of(Subjects.ENROL, WireCodec.encode(request)), PublishOptions.PLAIN));
        }

        public EnrolmentAnswer answer() {
            await().atMost(Duration.ofSeconds(20)).until(() -> !answers.isEmpty());
            Message message = answers.remove();
            String signature = String.valueOf(message.headers().first(WireHeaders.SIGNATURE));
            if (!meshKey.publicKey().verifies(message.body().getBytes(), signature)) {
                throw new AssertionError("not signed by the mesh key");
            }
            return WireCodec.decode(message.body(), EnrolmentAnswer.class);
        }

        public EnrolmentAnswer enrol() throws Exception {
            send(request(reply(), token.proofKey()));
            return answer();
        }

        public Bus host(EnrolmentAnswer admitted) throws Exception {
            PrincipalId host = PrincipalId.host(token.node());
            return connect(
                    host, Secret.of(io.meshbus.sdk.secret.Sealing.open(sealing, host.value(), admitted.sealed())));
        }
    }

    @Override
    public void close() throws Exception {
        for (String id : deployed) {
            await(mesh.vertx.undeploy(id));
        }
        await(Future.join(buses.stream().map(bus -> bus.close(CLOSE)).toList()).otherwiseEmpty());
        mesh.close();
    }
}
