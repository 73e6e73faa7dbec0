package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.Verb;
import io.meshbus.sdk.manifest.SeatVerb;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code seat submit}: one piece of work; it waits while nobody holds the role. */
@Command(
        name = "submit",
        description = "Give work to a role and print the work's id.",
        footer = {"", "Example: meshbus seat submit pricing-desk review '{\"item\": \"tea\", \"quantity\": 20}'"})
final class SeatSubmitCommand extends ClientCommand {
    @Parameters(index = "0", paramLabel = "SEAT", description = "The role.")
    String seat = "";

    @Parameters(index = "1", paramLabel = "VERB", description = "What it accepts, as seats shows it.")
    String verb = "";

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "JSON|@FILE|-",
            description = "The input: JSON, a file that holds it, or - for stdin. Default: {}.")
    @Nullable
    String input;

    @Option(
            names = "--arg",
            paramLabel = "K=V",
            description = "A member of the input. V is taken as JSON where it is JSON, else as text.")
    Map<String, String> args = new LinkedHashMap<>();

    private @Nullable SeatVerb work;
    private Buffer body = Buffer.buffer();

    SeatSubmitCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        work = new SeatVerb(new SeatId(seat), new Verb(verb));
        body = CallInput.object(input, args);
    }

    @Override
    int run(Session session) {
        SeatVerb of = Objects.requireNonNull(work);
        String id = session.run(ANSWER_LIMIT, client -> client.submit(of, body)).id();
        if (cli.output().json()) {
            cli.output()
                    .document(
                            new JsonObject().put("seat", seat).put("verb", verb).put("id", id));
        } else {
            cli.output().line(id);
        }
        return ExitCode.DONE;
    }
}
