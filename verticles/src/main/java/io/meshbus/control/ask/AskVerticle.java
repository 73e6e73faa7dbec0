package io.meshbus.control.ask;

import io.meshbus.control.ControllerConfig;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.Person;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.natsserver.Monitor;
import io.meshbus.sdk.account.Rights;
import io.meshbus.sdk.account.Rights.Right;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.Subscription;
import io.meshbus.sdk.id.CommandName;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.subject.MeshSubject;
import io.meshbus.sdk.subject.Subjects;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers commands (spec 3.9). The last token of the subject is granted literally to one person, so the server proves who
 * asks; that the person still has the right is looked up again here.
 */
public final class AskVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(AskVerticle.class);
    private static final int AT_ONCE_MAX = 64;

    private final ControllerConfig config;
    private final Bus mesh;
    private final Bus streams;
    private final StreamAdmin admin;
    private final Store store;
    private final Supplier<MeshIdentity> identity;
    private final SigningKey.Public meshKey;
    private final Function<DefinitionSource, Definition> reader;
    private final Clock clock;
    private final SecureRandom random;
    private final Map<String, AskCommand> commands = new HashMap<>();
    private @Nullable Monitor monitor;
    private @Nullable Subscription served;

    /** @param reader reads a pushed source; fails with every fault */
    public AskVerticle(
            ControllerConfig config,
            Bus mesh,
            Bus streams,
            StreamAdmin admin,
            Store store,
            Supplier<MeshIdentity> identity,
            SigningKey.Public meshKey,
            Function<DefinitionSource, Definition> reader,
            Clock clock,
            SecureRandom random) {
        this.config = config;
        this.mesh = mesh;
        this.streams = streams;
        this.admin = admin;
        this.store = store;
        this.identity = identity;
        this.meshKey = meshKey;
        this.reader = reader;
        this.clock = clock;
        this.random = random;
    }

    @Override
    public Future<?> start() {
        Monitor made = new Monitor(vertx, identity.get().monitorPort());
        monitor = made;
        commands.putAll(new StatusCommands(vertx, config, store, admin, identity.get(), made).all());
        commands.putAll(new SeatCommands(vertx, config, store, admin).all());
        commands.putAll(new PushCommands(vertx, streams, store, identity.get(), reader).all());
        commands.putAll(new TokenCommands(vertx, config, store, identity, meshKey, clock, random).all());
        commands.putAll(new PersonCommands(vertx, config, store, identity, clock).all());
        commands.putAll(new OtherCommands(vertx).all());
        commands.putAll(new DeadCommands(vertx).all());
        commands.putAll(new AuditCommands(store).all());
        commands.putAll(new RotateCommands(vertx, config, store, identity).all());
        return mesh.serve(Subjects.ALL_ASKS, Subjects.ASK_QUEUE, AT_ONCE_MAX, this::answer)
                .onSuccess(subscription -> served = subscription);
    }

    /** The next command is another controller's. */
    @Override
    public Future<?> stop() {
        Subscription last = served;
        Monitor made = monitor;
        Future<Void> ended = last == null ? Future.succeededFuture() : last.cancel();
        return made == null ? ended : ended.eventually(made::close);
    }

    private Future<Message> answer(Message message) {
        return ask(message).map(AskAnswer::of).otherwise(AskAnswer::refused);
    }

    private Future<JsonObject> ask(Message message) {
        try {
            if (!(MeshSubject.parse(message.subject()) instanceof MeshSubject.Ask ask)) {
                throw Problem.of(ProblemCode.BAD_SUBJECT, "this is no command", message.subject(), "")
                        .asException();
            }
            AskCommand command = command(ask);
            JsonObject input = input(message);
            return permitted(ask)
                    .compose(rights -> command.run(
                            new Asked(ask.person(), rights, ask.command().value(), input)));
        } catch (ProblemException | DecodeException e) {
            return Future.failedFuture(e);
        }
    }

    private AskCommand command(MeshSubject.Ask ask) {
        AskCommand command = commands.get(ask.command().value());
        if (command == null) {
            throw unknownCommand(ask.command());
        }
        if (!ask.node().value().equals(Subjects.WHOLE_MESH)) {
            throw Problem.of(
                            ProblemCode.UNKNOWN_NAME,
                            ask.command() + " is not asked about one node",
                            "it is about the whole mesh",
                            "ask " + Subjects.WHOLE_MESH)
                    .asException();
        }
        return command;
    }

    private static JsonObject input(Message message) {
        if (message.body().length() == 0) {
            return new JsonObject();
        }
        try {
            return new JsonObject(message.body());
        } catch (DecodeException | ClassCastException e) {
            throw Problem.of(ProblemCode.BAD_PAYLOAD, "the input is not a JSON object", "", "send one")
                    .asException();
        }
    }

    private Future<Rights> permitted(MeshSubject.Ask ask) {
        Right needed = Right.needed(ask.command()).orElseThrow(() -> unknownCommand(ask.command()));
        return find(ask.person())
                .compose(found -> found.filter(person -> person.rights().has(needed)
                                && (person.expires() == null || person.expires().isAfter(clock.instant())))
                        .map(person -> Future.succeededFuture(person.rights()))
                        .orElseGet(() -> refuse(ask, needed)))
                .recover(fault -> isStoreAway(fault) && ask.command().value().equals(PushCommands.PUSH)
                        ? Future.succeededFuture(new Rights(false, List.of(), Set.of(Right.PUSH)))
                        : Future.failedFuture(fault));
    }

    /**
     * A push needs no store to be taken (spec 3.3). That its person may ask for it is what the broker has just proved; whether
     * they still may is looked up again before it is applied.
     */
    private static boolean isStoreAway(Throwable fault) {
        return fault instanceof ProblemException problem && problem.code() == ProblemCode.STORE_AWAY;
    }

    private Future<Optional<Person>> find(PersonId id) {
        return store.persons()
                .map(persons -> persons.stream().filter(p -> p.id().equals(id)).findFirst());
    }

    /** The list on the broker may be older than the store: what counts is the store. */
    private Future<Rights> refuse(MeshSubject.Ask ask, Right needed) {
        LOG.warn("ask-refused person={} command={} needs={}", ask.person(), ask.command(), needed);
        return store.audit(PrincipalId.person(ask.person()).value(), "refused", "command=" + ask.command())
                .compose(told -> Future.failedFuture(Problem.of(
                                ProblemCode.RIGHT_MISSING,
                                "you may not ask for " + ask.command(),
                                "the right " + needed.name().toLowerCase(java.util.Locale.ROOT) + " is missing",
                                "ask an administrator for it")
                        .asException()));
    }

    private static ProblemException unknownCommand(CommandName command) {
        return Problem.of(
                        ProblemCode.UNKNOWN_COMMAND,
                        "there is no command " + command,
                        "this controller serves none of that name",
                        "see the table of commands in docs/WIRE")
                .asException();
    }
}
