package io.meshbus.launcher.command;

import io.meshbus.control.genesis.CertificateChange;
import io.meshbus.directory.MeshDirectory;
import picocli.CommandLine.Command;

/** {@code certificate next}: idempotent until the switch. */
@Command(
        name = "next",
        description = "Make the next certificate. Both count from now on; the server shows the old one.")
final class CertificateNextCommand extends CertificateStep {
    CertificateNextCommand(Cli cli) {
        super(cli);
    }

    @Override
    String run(MeshDirectory directory, CertificateChange change) {
        String pin = change.next();
        return "the next certificate is " + pin + "; when every node knows it: meshbus certificate switch";
    }
}
