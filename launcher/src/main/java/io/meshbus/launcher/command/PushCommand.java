package io.meshbus.launcher.command;

import io.meshbus.launcher.client.Convergence;
import io.meshbus.launcher.client.Pushing;
import io.meshbus.launcher.client.Session;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.wire.PushAnswer;
import io.meshbus.sdk.wire.PushAnswer.Outcome;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code push}: refused whole or taken whole. */
@Command(
        name = "push",
        description = "Check a definition, show what it changes, apply it, wait until the nodes are it.")
final class PushCommand extends ClientCommand {
    @Parameters(index = "0", arity = "0..1", paramLabel = "DIR", description = "The folder with mesh.yaml.")
    @Nullable
    Path folder;

    @Option(names = "--to", paramLabel = "N", description = "Instead of DIR: what push N was, as a new push.")
    @Nullable
    Long earlier;

    @Option(names = "--preview", description = "Show what would change and change nothing.")
    boolean preview;

    @Option(names = "--no-wait", description = "Do not wait for the nodes.")
    boolean noWait;

    @Option(names = "--accept-breaking", description = "Take event schemas that break consumers.")
    boolean acceptBreaking;

    @Option(names = "--timeout", paramLabel = "TIME", description = "How long to wait for the nodes. Default: 60s.")
    Duration timeout = Duration.ofSeconds(60);

    private @Nullable DefinitionFolder read;

    PushCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        if ((folder == null) == (earlier == null)) {
            throw Problem.of(
                            ProblemCode.USAGE,
                            "push takes a folder, or --to with the number of a push",
                            folder == null ? "neither is given" : "both are given",
                            "meshbus push DIR, or meshbus push --to N (see: meshbus pushes)")
                    .asException();
        }
        read = folder == null ? null : DefinitionFolder.read(folder);
    }

    @Override
    int run(Session session) {
        DefinitionFolder here = read;
        DefinitionSource source = here != null ? here.source() : kept(session, Objects.requireNonNull(earlier));
        if (preview) {
            JsonObject difference = session.run(ANSWER_LIMIT, client -> client.preview(source, acceptBreaking));
            show(difference);
            return ExitCode.DONE;
        }
        PushAnswer answer = here != null
                ? Pushing.push(session, here.folder(), source, acceptBreaking)
                : Pushing.again(session, source, acceptBreaking);
        if (answer.outcome() == Outcome.REFUSED) {
            throw new ProblemException(
                    here != null ? DefinitionFolder.at(here.folder(), answer.problems()) : answer.problems());
        }
        JsonObject document = new JsonObject()
                .put("push", answer.number())
                .put("outcome", answer.outcome().name().toLowerCase(Locale.ROOT))
                .put("difference", answer.difference());
        if (!cli.output().json()) {
            cli.output()
                    .line("push " + answer.number() + ": "
                            + answer.outcome().name().toLowerCase(Locale.ROOT));
            Differences.lines(answer.difference()).forEach(cli.output()::line);
        }
        if (!noWait) {
            JsonObject status = Convergence.await(session, nodes(here, source), timeout, cli.output()::note);
            document.put("nodes", status.getJsonArray("nodes"));
        }
        if (cli.output().json()) {
            cli.output().document(document);
        }
        return ExitCode.DONE;
    }

    private DefinitionSource kept(Session session, long number) {
        JsonObject answer = ask(session, "push_source", new JsonObject().put("number", number));
        return WireCodec.decode(answer.getJsonObject("source").toBuffer(), DefinitionSource.class);
    }

    private static Set<NodeId> nodes(@Nullable DefinitionFolder here, DefinitionSource source) {
        return (here != null ? here.definition() : DefinitionReader.read(source))
                .nodes()
                .keySet();
    }

    private void show(JsonObject difference) {
        if (cli.output().json()) {
            cli.output().document(new JsonObject().put("preview", true).put("difference", difference));
        } else {
            List<String> lines = Differences.lines(difference);
            cli.output().line(lines.isEmpty() ? "nothing would change" : "this would change:");
            lines.forEach(cli.output()::line);
        }
    }
}
