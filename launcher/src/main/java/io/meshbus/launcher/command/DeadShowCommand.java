package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.launcher.terminal.Printable;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dead show}: one letter with what it carried. */
@Command(
        name = "show",
        description = "One dead letter: who failed, why, with which headers and bytes.",
        footer = {"", "To mend one: dead show 7 --body b.json, edit b.json, dead redrive 7 --body b.json"})
final class DeadShowCommand extends ClientCommand {
    /** Shown below, in forms of their own. */
    private static final Set<String> HIDDEN = Set.of("headers", "body");

    @Parameters(index = "0", paramLabel = "ID", description = "As dead list shows it.")
    long id;

    @Option(names = "--body", paramLabel = "FILE", description = "Write its bytes there, as they are.")
    @Nullable
    Path body;

    DeadShowCommand(Cli cli) {
        super(cli);
    }

    @Override
    int run(Session session) {
        JsonObject letter = ask(session, "dead_show", new JsonObject().put("id", id));
        byte[] bytes = Base64.getDecoder().decode(letter.getString("body", ""));
        Path file = body;
        if (file != null) {
            write(file, bytes);
        }
        if (cli.output().json()) {
            cli.output().document(letter);
            return ExitCode.DONE;
        }
        letter.forEach(member -> {
            if (!HIDDEN.contains(member.getKey()) && !text(member.getValue()).isEmpty()) {
                line(member.getKey(), text(member.getValue()));
            }
        });
        letter.getJsonObject("headers", new JsonObject())
                .forEach(header -> line("header", header.getKey() + ": " + text(header.getValue())));
        cli.output().line("");
        cli.output().line(readable(bytes));
        return ExitCode.DONE;
    }

    private void line(String name, String value) {
        cli.output().line(String.format("%-10s %s", name, Printable.of(value)));
    }

    private static String readable(byte[] bytes) {
        try {
            return Json.encodePrettily(Json.decodeValue(Buffer.buffer(bytes)));
        } catch (DecodeException e) {
            return bytes.length + " bytes that are not JSON; --body FILE writes them";
        }
    }

    private static void write(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw Problem.of(ProblemCode.USAGE, "the bytes cannot be written", String.valueOf(e.getMessage()), "")
                    .at(file.toString())
                    .asException();
        }
    }
}
