package io.meshbus.launcher.command;

import io.meshbus.control.genesis.CertificateChange;
import io.meshbus.directory.MeshDirectory;
import picocli.CommandLine.Command;

/** {@code certificate drop}: idempotent. */
@Command(name = "drop", description = "Let only the certificate in use count; the one before is refused from now on.")
final class CertificateDropCommand extends CertificateStep {
    CertificateDropCommand(Cli cli) {
        super(cli);
    }

    @Override
    String run(MeshDirectory directory, CertificateChange change) {
        return "only " + change.drop() + " counts from now on";
    }
}
