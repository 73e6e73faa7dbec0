package io.meshbus.launcher.command;

import io.meshbus.launcher.client.MeshDirectories;
import io.meshbus.launcher.client.Session;
import io.meshbus.launcher.run.Logging;
import io.meshbus.sdk.client.PersonClient;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A command that a person gives to a mesh that is up: connects, does one thing, prints the answer. */
abstract class ClientCommand implements Callable<Integer> {
    /** Beyond the longest time that the client itself allows an answer. */
    static final Duration ANSWER_LIMIT = PersonClient.ASK_TIMEOUT.plusSeconds(5);

    final Cli cli;

    ClientCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public final Integer call() {
        if (cli.options().verbose) {
            Logging.toStderr("DEBUG");
        }
        prepare();
        try (Session session = connect(cli)) {
            return run(session);
        }
    }

    /** Checks what can be checked before anybody is asked. */
    void prepare() {}

    abstract int run(Session session);

    static Session connect(Cli cli) {
        GlobalOptions options = cli.options();
        Path as = options.as;
        if (as != null) {
            Path key = options.key;
            return key == null ? Session.ofFile(as) : Session.ofFile(as, key);
        }
        if (options.key != null) {
            throw Problem.of(ProblemCode.USAGE, "--key opens the file of --as", "there is no --as", "give both")
                    .asException();
        }
        return Session.ofDirectory(MeshDirectories.ofUser(cli.environment()).existing(options.dir));
    }

    static JsonObject ask(Session session, String command, JsonObject input) {
        return session.run(ANSWER_LIMIT, client -> client.ask(command, input));
    }

    /** Objects of a list in an answer; none when the member is missing. */
    static List<JsonObject> objects(JsonObject answer, String member) {
        return answer.getValue(member) instanceof JsonArray list
                ? list.stream()
                        .filter(JsonObject.class::isInstance)
                        .map(JsonObject.class::cast)
                        .toList()
                : List.of();
    }

    /** A member as text for a table: lists joined, nothing for null. */
    static String text(JsonObject object, String member) {
        return text(object.getValue(member));
    }

    static String text(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        return value instanceof JsonArray list
                ? list.stream().map(ClientCommand::text).collect(Collectors.joining(" "))
                : String.valueOf(value);
    }
}
