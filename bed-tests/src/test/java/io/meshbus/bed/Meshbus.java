package io.meshbus.bed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The command {@code ./meshbus} of this checkout, run as a user runs it. */
public final class Meshbus {
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(120);

    private Meshbus() {}

    /** The root of the checkout. */
    public static Path root() {
        return Path.of(System.getProperty("meshbus.root", ".")).toAbsolutePath().normalize();
    }

    /** A finished command. */
    public record Result(int exit, String out, String err) {
        /** Both streams, for messages. */
        public String all() {
            return "exit " + exit + "\n--- out\n" + out + "\n--- err\n" + err;
        }
    }

    /** Runs to its end. */
    public static Result run(String... arguments) {
        return run(Map.of(), arguments);
    }

    /** Runs to its end with more environment. */
    public static Result run(Map<String, String> environment, String... arguments) {
        Running running = start(environment, arguments);
        int exit = running.awaitExit(COMMAND_LIMIT);
        return new Result(exit, running.out(), running.err());
    }

    /** Starts and leaves it running; whoever starts it ends it. */
    public static Running start(Map<String, String> environment, String... arguments) {
        try {
            List<String> command =
                    new ArrayList<>(List.of(root().resolve("meshbus").toString()));
            command.addAll(List.of(arguments));
            Path out = Files.createTempFile("meshbus", ".out");
            Path err = Files.createTempFile("meshbus", ".err");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().putAll(environment);
            return new Running(builder.start(), out, err, String.join(" ", arguments));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A command that is running. */
    public record Running(Process process, Path outFile, Path errFile, String name) {
        public String out() {
            return read(outFile);
        }

        public String err() {
            return read(errFile);
        }

        /** Asks it to end, as Ctrl-C does, and gives its exit status. */
        public int interrupt(Duration limit) {
            new Signal("INT").to(process.pid());
            return awaitExit(limit);
        }

        public int awaitExit(Duration limit) {
            try {
                if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly();
                    throw new AssertionError("'" + name + "' did not end within " + limit + "\n" + out() + err());
                }
                return process.exitValue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        private static String read(Path file) {
            try {
                return Files.readString(file, StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A signal by name, sent with the system's {@code kill}. */
    public record Signal(String name) {
        public void to(long pid) {
            try {
                new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }
}
