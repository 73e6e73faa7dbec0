package io.meshbus.launcher.command;

import io.meshbus.directory.AtomicFile;
import io.meshbus.directory.PersonFiles;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.secret.SealingKey;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code key new}: F with the private half (mode 0600), F.pub with the public one. */
@Command(name = "new", description = "Make a key pair: F is the private half, F.pub the public one to hand out.")
final class KeyNewCommand implements Callable<Integer> {
    @Option(
            names = "--out",
            required = true,
            paramLabel = "F",
            description = "The private half's file; must not exist.")
    Path out = Path.of("");

    private final Cli cli;

    KeyNewCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() {
        Path pub = out.resolveSibling(out.getFileName() + ".pub");
        for (Path file : new Path[] {out, pub}) {
            if (Files.exists(file)) {
                throw Problem.of(
                                ProblemCode.ALREADY_EXISTS,
                                "a key is never overwritten",
                                "the file exists",
                                "choose another name, or remove it first")
                        .at(file.toString())
                        .asException();
            }
        }
        SealingKey key = SealingKey.generate(new SecureRandom());
        PersonFiles.writeKey(out, key);
        String shown = KeyFiles.Public.of(key).text();
        AtomicFile.write(pub, shown + "\n");
        if (cli.output().json()) {
            cli.output()
                    .document(new JsonObject()
                            .put("file", out.toString())
                            .put("publicFile", pub.toString())
                            .put("publicKey", shown));
        } else {
            cli.output().line(shown);
            cli.output().note("private half: " + out + " (keep it), public half: " + pub);
        }
        return ExitCode.DONE;
    }
}
