package io.meshbus.launcher.command;

import io.meshbus.sdk.manifest.DefinitionFiles;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.ManifestReader;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
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
        if (!Files.isRegularFile(file)) {
            throw Problem.of(ProblemCode.USAGE, "there is no such file", "", "name a modules/<module>/module.yaml")
                    .at(file.toString())
                    .asException();
        }
        Path absolute = file.toAbsolutePath().normalize();
        Path root = root(absolute);
        String name = root.relativize(absolute).toString();
        Manifest manifest =
                DefinitionFolder.locating(root, () -> ManifestReader.read(DefinitionFiles.load(root), name));
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

    /** Schemas and files are named from the manifest on, and the reader names them from the definition on. */
    private Path root(Path manifest) {
        Path module = manifest.getParent();
        Path modules = module == null ? null : module.getParent();
        Path root = modules == null ? null : modules.getParent();
        if (root == null || modules == null || !modules.endsWith("modules")) {
            throw Problem.of(
                            ProblemCode.USAGE,
                            "the manifest of a module lies in modules/<module>/module.yaml",
                            "",
                            "put it there, beside its schemas and files")
                    .at(file.toString())
                    .asException();
        }
        return root;
    }
}
