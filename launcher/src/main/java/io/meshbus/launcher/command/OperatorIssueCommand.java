package io.meshbus.launcher.command;

import io.meshbus.directory.PersonFiles;
import io.meshbus.launcher.client.Session;
import io.meshbus.sdk.account.PersonCredentials;
import io.meshbus.sdk.account.Rights.Right;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.secret.SealingKey;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code operator issue}: an account that is live when the command returns, and the file that opens it. */
@Command(
        name = "issue",
        description = "Give a person an account and write the credentials file.",
        footer = {"", "Without a public key a key pair is made and its private half is written beside the file."})
final class OperatorIssueCommand extends ClientCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The person, a DNS label.")
    String name = "";

    @Option(
            names = "--tools",
            split = ",",
            paramLabel = "P",
            description = "Tools the person may call: pricing.quote, pricing.*, seat:S.T, *.")
    List<String> tools = new ArrayList<>();

    @Option(names = "--admin", description = "Every tool and every right.")
    boolean admin;

    @Option(
            names = "--right",
            split = ",",
            paramLabel = "R",
            description = "Rights beside tools: ${COMPLETION-CANDIDATES}.")
    List<Right> rights = new ArrayList<>();

    @Option(names = "--expires", paramLabel = "TIME", description = "The account ends after this. Default: never.")
    @Nullable
    Duration expires;

    @Option(
            names = "--public-key",
            paramLabel = "PUB",
            description = "The person's own public key, a file or its text; without --as also as --key.")
    @Nullable
    String publicKey;

    @Option(names = "--out", paramLabel = "FILE", description = "Where to write the credentials. Default: NAME.json.")
    @Nullable
    Path out;

    OperatorIssueCommand(Cli cli) {
        super(cli);
    }

    @Override
    void prepare() {
        name = new PersonId(name).value();
        GlobalOptions options = cli.options();
        if (publicKey == null && options.as == null && options.key != null) {
            publicKey = options.key.toString();
            options.key = null;
        }
    }

    @Override
    int run(Session session) {
        Path file = out == null ? Path.of(name + ".json") : out;
        SealingKey made = publicKey == null ? SealingKey.generate(new SecureRandom()) : null;
        KeyFiles.Public key =
                made == null ? KeyFiles.read(java.util.Objects.requireNonNull(publicKey)) : KeyFiles.Public.of(made);
        JsonObject issued = ask(session, "person_issue", input(key));
        if (made != null) {
            PersonFiles.writeKey(PersonFiles.keyBeside(file), made);
        }
        JsonObject credentials = issued.getJsonObject("credentials", new JsonObject());
        PersonFiles.writeCredentials(file, PersonCredentials.decode(credentials.toBuffer()));
        say(file, made != null);
        return ExitCode.DONE;
    }

    private JsonObject input(KeyFiles.Public key) {
        JsonObject input = new JsonObject()
                .put("name", name)
                .put("publicKey", key.sealing())
                .put("admin", admin)
                .put("tools", new JsonArray(tools))
                .put("rights", new JsonArray(rights.stream().map(Right::name).toList()));
        if (key.nkey() != null) {
            input.put("nkey", key.nkey());
        }
        return expires == null
                ? input
                : input.put("expires", Instant.now().plus(expires).toString());
    }

    private void say(Path file, boolean withKey) {
        Path key = PersonFiles.keyBeside(file);
        if (cli.output().json()) {
            cli.output()
                    .document(new JsonObject()
                            .put("name", name)
                            .put("file", file.toString())
                            .put("key", withKey && Files.exists(key) ? key.toString() : null));
            return;
        }
        cli.output().line(name + " has an account: " + file + (withKey ? " with the private key " + key : ""));
        cli.output().note("use it: meshbus --as " + file + " tools");
    }
}
