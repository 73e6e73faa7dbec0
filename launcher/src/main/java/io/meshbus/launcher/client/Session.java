package io.meshbus.launcher.client;

import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.directory.PersonFiles;
import io.meshbus.sdk.account.PersonCredentials;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.client.PersonClient;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.SealingKey;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** One client command's connection as a person. Used from the command's thread, which waits; not shared. */
public final class Session implements AutoCloseable {
    /** The local operator, made with the mesh. */
    public static final PersonId LOCAL_OPERATOR = new PersonId("admin");

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(15);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final Context context;
    private final Bus bus;
    private final PersonClient client;
    private final Own own;

    /**
     * Who this is, and where it stands.
     *
     * @param file its credentials
     */
    public record Own(Path file, PersonCredentials credentials, SealingKey key) {}

    private Session(Vertx vertx, Context context, Bus bus, PersonClient client, Own own) {
        this.own = own;
        this.vertx = vertx;
        this.context = context;
        this.bus = bus;
        this.client = client;
    }

    /** As the local operator of a directory; the address comes from its identity. */
    public static Session ofDirectory(MeshDirectory directory) {
        return ofDirectory(directory, MeshIdentity.read(directory).pins());
    }

    /** The same, taking only these certificates. */
    public static Session ofDirectory(MeshDirectory directory, List<String> pins) {
        MeshIdentity identity = MeshIdentity.read(directory);
        Path file = directory.person(LOCAL_OPERATOR);
        Own own = new Own(file, PersonFiles.credentials(file), PersonFiles.key(directory.personKey(LOCAL_OPERATOR)));
        BusOptions options = BusOptions.mesh(
                own.credentials().principal(),
                List.of(identity.url()),
                pins,
                own.credentials().auth(own.key()));
        return open(own, options, "start it: meshbus up --dir " + directory.root());
    }

    /** As whoever the file was issued to, with the key beside it. */
    public static Session ofFile(Path file) {
        return ofFile(file, PersonFiles.keyBeside(file));
    }

    /** As whoever the file was issued to. */
    public static Session ofFile(Path file, Path key) {
        Own own = new Own(file, PersonFiles.credentials(file), PersonFiles.key(key));
        return open(
                own,
                own.credentials().busOptions(own.key()),
                "check that the mesh is up and that this machine reaches it");
    }

    private static Session open(Own own, BusOptions options, String unreachable) {
        Vertx vertx = Preload.vertx();
        Context context = vertx.getOrCreateContext();
        try {
            Bus bus = Awaiting.result(
                    Awaiting.on(context, () -> new Jnats(vertx).connect(options)), CONNECT_LIMIT, "connecting");
            return new Session(
                    vertx, context, bus, new PersonClient(bus, own.credentials().person()), own);
        } catch (ProblemException e) {
            vertx.close();
            throw e.code() == ProblemCode.BUS_UNREACHABLE ? unreachable(e, unreachable) : e;
        }
    }

    private static ProblemException unreachable(ProblemException failure, String remedy) {
        Problem problem = failure.problem();
        return new ProblemException(
                new Problem(problem.code(), problem.what(), problem.where(), problem.why(), remedy), failure);
    }

    public Own own() {
        return own;
    }

    public Vertx vertx() {
        return vertx;
    }

    public Bus bus() {
        return bus;
    }

    /** Does one thing on the event loop and waits for it here. */
    public <T> T run(Duration limit, Function<PersonClient, Future<T>> work) {
        Supplier<Future<T>> begin = () -> work.apply(client);
        return Awaiting.result(Awaiting.on(context, begin), limit, "the answer");
    }

    /** The same for one question, without waiting; completes on the event loop. */
    public Future<JsonObject> ask(String command, JsonObject input) {
        Promise<JsonObject> answer = Promise.promise();
        context.runOnContext(go -> client.ask(command, input).onComplete(answer));
        return answer.future();
    }

    @Override
    public void close() {
        Awaiting.quietly(Awaiting.on(context, () -> bus.close(CLOSE_LIMIT)), CLOSE_LIMIT);
        Awaiting.quietly(vertx.close(), CLOSE_LIMIT);
    }
}
