package io.meshbus.launcher.command;

import io.meshbus.launcher.bench.NamedBus;
import io.meshbus.sdk.bus.BusOptions.Auth;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Secret;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which bus, recognised by what, and as whom; a secret comes from a file, never from the command line. */
final class NamedBusOptions {
    private static final Pattern SHA256 = Pattern.compile("(?i)([0-9a-f]{2}:?){31}[0-9a-f]{2}");
    private static final String HOW = "see meshbus bench --help";

    @Option(names = "--server", required = true, paramLabel = "URL", description = "tls://host:port.")
    String server = "";

    @Option(
            names = "--pin",
            required = true,
            paramLabel = "SHA256",
            description = "Hash of the server's certificate, hex.")
    String pin = "";

    @Option(names = "--user", paramLabel = "NAME", description = "Signs in with the password in --password-file.")
    @Nullable
    String user;

    @Option(names = "--password-file", paramLabel = "FILE", description = "Its first line is the password.")
    @Nullable
    Path passwordFile;

    @Option(names = "--nkey-file", paramLabel = "FILE", description = "Instead: its first line is the seed of an nkey.")
    @Nullable
    Path nkeyFile;

    /** @throws ProblemException {@code USAGE} */
    NamedBus bus() {
        if (!server.startsWith("tls://") || URI.create(server).getPort() < 0) {
            throw wrong("--server " + server + " is no tls://host:port", "a bus is spoken to by TLS only");
        }
        if (!SHA256.matcher(pin).matches()) {
            throw wrong("--pin is no SHA-256 in hex", "64 digits are expected");
        }
        return new NamedBus(server, pin, auth());
    }

    private Auth auth() {
        if (nkeyFile != null && user == null && passwordFile == null) {
            return new Auth("bench", null, secret(nkeyFile));
        }
        if (nkeyFile == null && user != null && passwordFile != null) {
            return new Auth(user, secret(passwordFile), null);
        }
        throw wrong("it is not clear who signs in", "give --user and --password-file, or --nkey-file");
    }

    private static Secret secret(Path file) {
        try {
            return Secret.of(
                    Files.readString(file).lines().findFirst().orElse("").strip());
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.of(ProblemCode.USAGE, "the secret cannot be read", String.valueOf(e.getMessage()), HOW)
                            .at(file.toString()),
                    e);
        }
    }

    private static ProblemException wrong(String what, String why) {
        return Problem.of(ProblemCode.USAGE, what, why, HOW).asException();
    }
}
