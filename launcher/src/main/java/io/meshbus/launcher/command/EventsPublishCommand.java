package io.meshbus.launcher.command;

import io.meshbus.directory.MeshDirectory;
import io.meshbus.launcher.client.AsModule;
import io.meshbus.launcher.client.MeshDirectories;
import io.meshbus.node.host.ModuleAccess;
import io.meshbus.sdk.id.EventName;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.module.MeshOptions;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code events publish}: no person may say what a module says; whoever owns the directory of a node that runs the module
 * connects as that module.
 */
@Command(
        name = "publish",
        description = "Publish an event as one of its module's nodes would.",
        footer = {
            "",
            "Takes the module's credentials from the directory of a node below --dir, or from --node-dir.",
            "Example: meshbus events publish clock.tick --arg count=1 --arg at=now"
        })
final class EventsPublishCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "MODULE.EVENT", description = "An event that the module emits.")
    String event = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "JSON|@FILE|-",
            description = "Its data: JSON, a file that holds it, or - for stdin. Default: {}.")
    @Nullable
    String data;

    @Option(
            names = "--arg",
            paramLabel = "K=V",
            description = "A member of the data. V is taken as JSON where it is JSON, else as text.")
    Map<String, String> args = new LinkedHashMap<>();

    @Option(names = "--node-dir", paramLabel = "STATE", description = "The directory of a host that runs the module.")
    @Nullable
    Path nodeDir;

    private final Cli cli;

    EventsPublishCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() {
        int dot = event.indexOf('.');
        if (dot < 0) {
            throw Problem.of(ProblemCode.BAD_NAME, event + " names no event", "the form is MODULE.EVENT", "")
                    .asException();
        }
        ModuleId module = new ModuleId(event.substring(0, dot));
        EventName name = new EventName(event.substring(dot + 1));
        Buffer body = CallInput.of(data, args);
        MeshOptions options = access(module);
        String id = AsModule.publish(options, name.value(), body);
        if (cli.output().json()) {
            cli.output()
                    .document(new JsonObject()
                            .put("event", event)
                            .put("id", id)
                            .put("as", options.bus().principal().value()));
        } else {
            cli.output().line(id);
        }
        return ExitCode.DONE;
    }

    private MeshOptions access(ModuleId module) {
        return places().stream()
                .map(place -> ModuleAccess.of(place, module))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> Problem.of(
                                ProblemCode.UNKNOWN_NAME,
                                "no node of which you have the directory runs " + module,
                                "an event is its module's to publish",
                                "do it on a machine that runs it: --node-dir STATE")
                        .asException());
    }

    private List<Path> places() {
        Path given = nodeDir;
        if (given != null) {
            return List.of(given);
        }
        MeshDirectory directory = MeshDirectories.ofUser(cli.environment()).existing(cli.options().dir);
        Path nodes = Path.of(String.valueOf(directory.node(new NodeId("any")).getParent()));
        if (!Files.isDirectory(nodes)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(nodes)) {
            return all.filter(Files::isDirectory).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
