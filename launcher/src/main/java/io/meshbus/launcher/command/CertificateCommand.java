package io.meshbus.launcher.command;

import picocli.CommandLine.Command;

/** {@code certificate}. */
@Command(
        name = "certificate",
        description = "Give the broker another certificate while the mesh runs: next, then switch, then drop.",
        subcommands = {CertificateNextCommand.class, CertificateSwitchCommand.class, CertificateDropCommand.class})
final class CertificateCommand extends Group {
    CertificateCommand(Cli cli) {
        super(cli);
    }
}
