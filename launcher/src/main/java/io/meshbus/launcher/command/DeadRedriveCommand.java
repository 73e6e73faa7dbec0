package io.meshbus.launcher.command;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code dead redrive}. */
@Command(
        name = "redrive",
        description = "Deliver dead letters again, to the module that failed and to no other; work to its role.",
        footer = {
            "",
            "Examples:",
            "  meshbus dead redrive 7 --body mended.json",
            "  meshbus dead redrive --module orders --reason FAILED --rate 20"
        })
final class DeadRedriveCommand extends DeadStepsCommand {
    @Option(names = "--body", paramLabel = "FILE", description = "Deliver these bytes in place of its own; for one ID.")
    @Nullable
    Path body;

    @Option(names = "--rate", paramLabel = "N", description = "Letters a second at most. Default: 50. Ctrl-C stops it.")
    int rate = 50;

    private JsonObject more = new JsonObject();

    DeadRedriveCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        super.prepare();
        Path file = body;
        if (file == null) {
            return;
        }
        if (ids.size() != 1) {
            throw Problem.of(ProblemCode.USAGE, "--body is for one letter", "", "name its id")
                    .asException();
        }
        try {
            more = new JsonObject().put("body", Base64.getEncoder().encodeToString(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw Problem.of(ProblemCode.USAGE, "the body cannot be read", String.valueOf(e.getMessage()), "")
                    .at(file.toString())
                    .asException();
        }
    }

    @Override
    String question() {
        return "dead_redrive";
    }

    @Override
    String verb() {
        return "redriven";
    }

    @Override
    int rate() {
        return rate;
    }

    @Override
    JsonObject more() {
        return more.copy();
    }
}
