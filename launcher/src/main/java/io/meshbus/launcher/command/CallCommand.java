package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.sdk.manifest.ToolRef;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code call}: one tool, one answer. */
@Command(
        name = "call",
        description = "Call a tool and print its answer.",
        footer = {
            "",
            "Examples:",
            "  meshbus call pricing.quote --arg item=tea",
            "  meshbus call pricing.quote '{\"item\": \"tea\"}' -o json",
            "  meshbus call pricing.quote @input.json"
        })
final class CallCommand extends ClientCommand {
    @Parameters(index = "0", paramLabel = "MODULE.TOOL", description = "The tool; of a seat: seat:SEAT.TOOL.")
    String tool = "";

    @Parameters(
            index = "1",
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

    @Option(names = "--timeout", paramLabel = "TIME", description = "How long to wait: 500ms, 5s, 2m. Default: 10s.")
    Duration timeout = Duration.ofSeconds(10);

    private @Nullable ToolRef ref;
    private Buffer body = Buffer.buffer();

    CallCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        ref = ToolRef.parse(tool);
        body = CallInput.of(input, args);
    }

    @Override
    int run(Session session) {
        ToolRef called = Objects.requireNonNull(ref);
        Buffer answer = session.run(timeout.plusSeconds(5), client -> client.call(called, body, timeout));
        print(answer);
        return ExitCode.DONE;
    }

    private void print(Buffer answer) {
        Object value = value(answer);
        if (value instanceof JsonObject object) {
            cli.output().document(object);
        } else if (value instanceof JsonArray array) {
            cli.output().raw(array.encodePrettily() + System.lineSeparator());
        } else {
            cli.output().raw(Json.encode(value) + System.lineSeparator());
        }
    }

    private Object value(Buffer answer) {
        try {
            return Json.decodeValue(answer);
        } catch (DecodeException e) {
            throw Problem.of(
                            ProblemCode.BAD_PAYLOAD,
                            tool + " answered with something that is not JSON",
                            answer.length() + " bytes",
                            "tell the module's author")
                    .asException();
        }
    }
}
