package io.meshbus.launcher.command;

import io.meshbus.sdk.manifest.DefinitionFiles;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.ManifestReader;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code manifest check}: one manifest alone, no mesh needed. */
@Command(name = "check", description = "Check one manifest, alone: keys, names, schemas, files. No mesh is needed.")
final class ManifestCheckCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "A module.yaml.")
    Path file = Path.of("");

    private final Cli cli;

    ManifestCheckCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().normalize().getParent(), "a file lies in a folder");
        Path name = file.getFileName();
        Manifest manifest = DefinitionFolder.locating(
                file.resolveSibling(""), () -> ManifestReader.read(DefinitionFiles.load(folder), String.valueOf(name)));
        if (cli.output().json()) {
            cli.output()
                    .document(new JsonObject()
                            .put("module", manifest.module().value())
                            .put("version", manifest.version())
                            .put("valid", true));
        } else {
            cli.output().line(file + ": module " + manifest.module() + " " + manifest.version() + " is valid");
        }
        return ExitCode.DONE;
    }
}
