package io.meshbus.launcher.command;

import io.meshbus.control.genesis.CertificateChange;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.launcher.client.MeshDirectories;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.concurrent.Callable;

/** One step of a change of certificate, done on the mesh's own directory. */
abstract class CertificateStep implements Callable<Integer> {
    final Cli cli;

    CertificateStep(Cli cli) {
        this.cli = cli;
    }

    @Override
    public final Integer call() {
        MeshDirectory directory = MeshDirectories.ofUser(cli.environment()).existing(cli.options().dir);
        String said = run(directory, new CertificateChange(directory, new SecureRandom(), Clock.systemUTC()));
        if (cli.output().json()) {
            cli.output()
                    .document(new JsonObject()
                            .put("dir", directory.root().toString())
                            .put(
                                    "pins",
                                    new JsonArray(MeshIdentity.read(directory).pins())));
        } else {
            cli.output().line(said);
        }
        return ExitCode.DONE;
    }

    /** What was done, in a line. */
    abstract String run(MeshDirectory directory, CertificateChange change);
}
