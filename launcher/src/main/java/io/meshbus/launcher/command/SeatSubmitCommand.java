package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Outcomes;
import io.meshbus.launcher.client.Session;
import io.meshbus.launcher.terminal.Printable;
import io.meshbus.sdk.id.SeatId;
import io.meshbus.sdk.id.Verb;
import io.meshbus.sdk.manifest.SeatVerb;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code seat submit}: one piece of work; it waits while nobody holds the role. */
@Command(
        name = "submit",
        description = "Give work to a role and print the work's id.",
        footer = {
            "",
            "With --wait: exit code 0 = the role told an outcome, or did it in silence; 1 = it failed, is a dead letter or was",
            "cancelled; 4 = no outcome yet, the work goes on.",
            "Example: meshbus seat submit pricing-desk review '{\"item\": \"tea\", \"quantity\": 20}' --wait"
        })
final class SeatSubmitCommand extends ClientCommand {
    private static final Duration TIMEOUT_DEFAULT = Duration.ofSeconds(60);
    /** The event of work that failed for good (ADR 0016). */
    private static final String FAILED = "failed";

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

    @Option(names = "--wait", description = "Wait for the outcome and print it.")
    boolean wait;

    @Option(names = "--timeout", paramLabel = "TIME", description = "With --wait: how long. Default: 60s.")
    @Nullable
    Duration timeout;

    private @Nullable SeatVerb work;
    private Buffer body = Buffer.buffer();

    SeatSubmitCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        work = new SeatVerb(new SeatId(seat), new Verb(verb));
        body = CallInput.object(input, args);
        if (timeout != null && !wait) {
            throw Problem.of(ProblemCode.USAGE, "--timeout bounds --wait", "there is no --wait", "give both")
                    .asException();
        }
    }

    @Override
    int run(Session session) {
        SeatVerb of = Objects.requireNonNull(work);
        if (wait) {
            return await(session, of, Objects.requireNonNullElse(timeout, TIMEOUT_DEFAULT));
        }
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

    private int await(Session session, SeatVerb of, Duration limit) {
        AtomicReference<String> id = new AtomicReference<>("");
        JsonObject outcome = Outcomes.await(session, of, body, limit, given -> {
            id.set(given.id());
            cli.output().note("work " + given.id());
        });
        String state = text(outcome, "state");
        if (cli.output().json()) {
            cli.output()
                    .document(new JsonObject()
                            .put("seat", seat)
                            .put("verb", verb)
                            .put("id", id.get())
                            .mergeIn(outcome));
        } else if (state.equals("told")) {
            cli.output().line(Printable.of(text(outcome, "event") + "  " + text(outcome, "data")));
        } else {
            cli.output().line(Printable.of(sentence(state, outcome, limit)));
        }
        return switch (state) {
            case "told" -> text(outcome, "event").equals(FAILED) ? ExitCode.REFUSED : ExitCode.DONE;
            case "ended" -> ExitCode.DONE;
            case "waiting", "begun" -> ExitCode.PENDING;
            default -> ExitCode.REFUSED;
        };
    }

    private static String sentence(String state, JsonObject outcome, Duration limit) {
        return switch (state) {
            case "waiting" -> "waits: no holder has begun it within " + limit.toSeconds() + " s; see: meshbus seats";
            case "begun" -> "begun: a holder has it, and has not ended within " + limit.toSeconds() + " s";
            case "cancelled" -> "cancelled before a holder began it";
            case "ended" -> "done; the role told nothing";
            default ->
                "failed for good: " + text(outcome, "code") + ", " + text(outcome, "why") + "; see: meshbus dead show "
                        + text(outcome, "letter");
        };
    }
}
