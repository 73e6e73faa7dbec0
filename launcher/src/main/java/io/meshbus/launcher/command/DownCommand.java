package io.meshbus.launcher.command;

import io.meshbus.directory.MeshDirectory;
import io.meshbus.launcher.client.MeshDirectories;
import io.meshbus.launcher.run.Downing;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code down}. */
@Command(name = "down", description = "Drain and stop what up or run started on a directory.")
final class DownCommand implements Callable<Integer> {
    @Option(names = "--timeout", paramLabel = "TIME", description = "For each process to end. Default: 20s.")
    Duration timeout = Duration.ofSeconds(20);

    @Option(names = "--force", description = "Kill what has not ended by then.")
    boolean force;

    private final Cli cli;

    DownCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() {
        MeshDirectory directory = MeshDirectories.ofUser(cli.environment()).existing(cli.options().dir);
        List<String> ended = new Downing(directory, timeout, force, cli.output()::note).run();
        if (cli.output().json()) {
            cli.output()
                    .document(new JsonObject()
                            .put("dir", directory.root().toString())
                            .put("ended", new JsonArray(ended)));
        } else if (ended.isEmpty()) {
            cli.output().line("nothing runs on " + directory.root());
        } else {
            cli.output().line("the mesh on " + directory.root() + " is down");
        }
        return ExitCode.DONE;
    }
}
