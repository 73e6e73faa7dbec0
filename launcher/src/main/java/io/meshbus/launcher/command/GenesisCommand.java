package io.meshbus.launcher.command;

import io.meshbus.control.genesis.Genesis;
import io.meshbus.control.genesis.Genesis.Made;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.launcher.run.DirectoryLock;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code genesis}: idempotent. */
@Command(
        name = "genesis",
        description =
                "Make a mesh's directory: identity, keys, TLS pair, broker configuration, first list. Again: no change.")
final class GenesisCommand implements Callable<Integer> {
    @Option(
            names = "--mesh",
            paramLabel = "NAME",
            description = "The mesh's name. Default: what stands, else \"mesh\".")
    @Nullable
    String mesh;

    @Mixin
    final PortOptions ports = new PortOptions();

    private final Cli cli;

    GenesisCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() {
        MeshPlace place = MeshPlace.of(cli, mesh, null);
        MeshDirectory directory = place.directory();
        Genesis genesis = new Genesis(directory, new SecureRandom(), Clock.systemUTC());
        genesis.require(place.request(ports, null));
        print(directory, DirectoryLock.ofMesh(directory).hold(() -> genesis.run(place.request(ports, null))));
        return ExitCode.DONE;
    }

    private void print(MeshDirectory directory, Made made) {
        if (cli.output().json()) {
            cli.output()
                    .document(new JsonObject()
                            .put("mesh", made.identity().name())
                            .put("meshId", made.identity().id())
                            .put("dir", directory.root().toString())
                            .put("url", made.identity().url())
                            .put("pins", new JsonArray(made.identity().pins()))
                            .put("made", new JsonArray(made.steps())));
            return;
        }
        cli.output()
                .line("mesh " + made.identity().name() + " in " + directory.root() + ", bus at "
                        + made.identity().url());
        cli.output()
                .line(
                        made.steps().isEmpty()
                                ? "nothing to do: all of it stands"
                                : "made: " + String.join(", ", made.steps()));
    }
}
