package io.meshbus.launcher.command;

import io.meshbus.launcher.client.MeshDirectories;
import io.meshbus.launcher.run.HostRun;
import io.meshbus.launcher.run.Logging;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.wire.TokenText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code host}: this machine is a node. */
@Command(
        name = "host",
        description =
                "Enrol this machine with a token, then be its host; without a token, be it again. Logs to stderr.",
        footer = {
            "",
            "A token on a command line can be seen by others on this machine:",
            "--token-file or MESHBUS_TOKEN keep it to yourself."
        })
final class HostCommand implements Callable<Integer> {
    @Option(names = "--token", paramLabel = "T", description = "The token that token issue printed.")
    @Nullable
    String token;

    @Option(names = "--token-file", paramLabel = "FILE", description = "A file that holds it, - for stdin.")
    @Nullable
    Path tokenFile;

    private final Cli cli;

    HostCommand(Cli cli) {
        this.cli = cli;
    }

    @Override
    public Integer call() {
        Optional<String> text = token().map(String::strip);
        Optional<TokenText> decoded = text.map(TokenText::decode);
        Path state = state(decoded);
        Logging.toStderr(Logging.level(cli.environment(), cli.options().verbose));
        return new HostRun(state, text, cli.output()::note).run(Signals::onStop) ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private Optional<String> token() {
        if (token != null) {
            return Optional.of(token);
        }
        Path file = tokenFile;
        if (file == null) {
            return Optional.ofNullable(cli.environment().get("MESHBUS_TOKEN")).filter(text -> !text.isBlank());
        }
        try {
            return Optional.of(
                    file.toString().equals("-")
                            ? new String(
                                    System.in.readNBytes(TokenText.CHARS_MAX + 1),
                                    java.nio.charset.StandardCharsets.UTF_8)
                            : Files.readString(file));
        } catch (IOException e) {
            throw Problem.of(ProblemCode.USAGE, "the token cannot be read", String.valueOf(e.getMessage()), "")
                    .at(file.toString())
                    .asException();
        }
    }

    /** {@code --dir} is the host's own directory, wherever its mesh is. */
    private Path state(Optional<TokenText> decoded) {
        return MeshDirectories.ofUser(cli.environment())
                .named(cli.options().dir)
                .map(directory -> directory.root())
                .or(() -> decoded.map(known -> Path.of(
                        System.getProperty("user.home"),
                        ".meshbus",
                        "hosts",
                        known.node().value())))
                .orElseThrow(() -> Problem.of(
                                ProblemCode.USAGE,
                                "which host?",
                                "there is neither a token nor a directory",
                                "give --token T to enrol, or --dir D to be an enrolled host again")
                        .asException());
    }
}
