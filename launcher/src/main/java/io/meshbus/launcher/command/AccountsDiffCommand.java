package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Session;
import io.meshbus.launcher.terminal.Printable;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code accounts diff}: exit 0 when nothing differs, 1 when something does. */
@Command(
        name = "diff",
        description =
                "What differs between what runs and what is wanted; with a definition, what its push would change.",
        footer = {"", "Exit 0: nothing differs."})
final class AccountsDiffCommand extends ClientCommand {
    @Parameters(index = "0", arity = "0..1", paramLabel = "DIR", description = "A definition that is not pushed yet.")
    @Nullable
    Path folder;

    private @Nullable DefinitionFolder read;

    AccountsDiffCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        read = folder == null ? null : DefinitionFolder.read(folder);
    }

    @Override
    int run(Session session) {
        JsonObject answer = folder == null ? ask(session, "accounts_diff", new JsonObject()) : pushed(session);
        List<String> lines = Differences.lines(new JsonObject().put("principals", answer.getJsonObject("principals")));
        boolean asComposed = answer.getBoolean("fileAsComposed", true) && answer.getBoolean("serverAsComposed", true);
        List<JsonObject> quarantined = objects(answer, "quarantined");
        if (cli.output().json()) {
            cli.output().document(answer);
        } else {
            lines.forEach(cli.output()::line);
            quarantined.forEach(one -> cli.output()
                    .line("  ! principal " + text(one, "principal") + " is left out: "
                            + Printable.of(text(one, "why"))));
            if (!answer.getBoolean("fileAsComposed", true)) {
                cli.output().line("  ! broker/users.conf is not what was composed; it is written again");
            }
            if (!answer.getBoolean("serverAsComposed", true)) {
                cli.output().line("  ! the server does not run what was composed");
            }
            if (lines.isEmpty() && quarantined.isEmpty() && asComposed) {
                cli.output().line("nothing differs");
            }
        }
        return lines.isEmpty() && quarantined.isEmpty() && asComposed ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private JsonObject pushed(Session session) {
        JsonObject difference = session.run(
                ANSWER_LIMIT,
                client -> client.preview(Objects.requireNonNull(read).source(), true));
        return new JsonObject().put("principals", difference.getJsonObject("principals", new JsonObject()));
    }
}
