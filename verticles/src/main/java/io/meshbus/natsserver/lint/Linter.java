package io.meshbus.natsserver.lint;

import io.meshbus.natsserver.lint.rules.ConfReader;
import io.meshbus.natsserver.lint.rules.ConfReader.Source;
import io.meshbus.natsserver.lint.rules.Finding;
import io.meshbus.natsserver.lint.rules.LintRules;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a configuration and everything it includes, and judges it. Blocking; nothing is changed and no server is asked. */
public final class Linter {
    /** A list of 100,000 users is some 50 MiB. */
    private static final long FILE_BYTES_MAX = 256L << 20;

    private final Map<String, String> environment;

    /** @param environment where the server would look for a variable that no file defines */
    public Linter(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Findings in order of file and line.
     *
     * @throws io.meshbus.sdk.problem.ProblemException {@code USAGE} when the file itself cannot be read
     */
    public List<Finding> lint(Path file) {
        Source source = read(file)
                .orElseThrow(() -> Problem.of(
                                ProblemCode.USAGE,
                                "this is no file that can be read",
                                "it is not there, a folder, not ours to read, or larger than " + (FILE_BYTES_MAX >> 20)
                                        + " MiB",
                                "name the file that nats-server is started with (-c)")
                        .at(file.toString())
                        .asException());
        return LintRules.judge(source, new FromDisk());
    }

    private static Optional<Source> read(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > FILE_BYTES_MAX) {
                return Optional.empty();
            }
            return Optional.of(
                    new Source(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private final class FromDisk implements ConfReader.Files {
        /** The server joins, also an absolute path. */
        @Override
        public Optional<Source> include(String including, String path) {
            try {
                Path folder = Path.of(including).getParent();
                String relative = path.replaceFirst("^/+", "");
                return read(folder == null ? Path.of(relative) : folder.resolve(relative));
            } catch (InvalidPathException e) {
                return Optional.empty();
            }
        }

        @Override
        public Optional<String> variable(String name) {
            return Optional.ofNullable(environment.get(name));
        }
    }
}
