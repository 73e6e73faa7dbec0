package io.meshbus.node.host;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The container tool of this machine, used through its command line. Blocking; every call is bounded. */
final class Cli {
    /** One call takes at most this; pulling an image is the longest. */
    static final Duration CALL_DEADLINE = Duration.ofMinutes(5);

    private final String program;

    private Cli(String program) {
        this.program = program;
    }

    record Result(int code, String output) {
        boolean ok() {
            return code == 0;
        }
    }

    /** Podman or docker, whichever is there first. */
    static Optional<Cli> find() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of("podman", "docker")
                .filter(name -> Stream.of(path.split(":", -1))
                        .filter(folder -> !folder.isEmpty())
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name))))
                .findFirst()
                .map(Cli::new);
    }

    Result call(List<String> args) throws IOException {
        Path output = Files.createTempFile("meshbus-cli", ".out");
        try {
            Process process = new ProcessBuilder(
                            Stream.concat(Stream.of(program), args.stream()).toList())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            process.getOutputStream().close();
            if (!process.waitFor(CALL_DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                return new Result(-1, program + " " + args.get(0) + " took longer than " + CALL_DEADLINE);
            }
            return new Result(
                    process.exitValue(),
                    Files.readString(output, StandardCharsets.UTF_8).strip());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + program + " ran", e);
        } finally {
            Files.deleteIfExists(output);
        }
    }

    String require(List<String> args) throws IOException {
        Result result = call(args);
        if (!result.ok()) {
            throw Problem.of(
                            ProblemCode.FAILED,
                            program + " " + args.get(0) + " failed",
                            result.output(),
                            "run it by hand on the node to see more")
                    .asException();
        }
        return result.output();
    }
}
