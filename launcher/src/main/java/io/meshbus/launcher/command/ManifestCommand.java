package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code manifest}. */
@Command(
        name = "manifest",
        description = "Manifests of modules.",
        subcommands = {ManifestCheckCommand.class})
final class ManifestCommand extends Group {
    ManifestCommand(Cli cli) {
        super(cli);
    }
}
