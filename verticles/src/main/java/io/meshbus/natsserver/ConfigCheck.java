package io.meshbus.natsserver;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The server's own check of a configuration ({@code nats-server -t}). Blocking. The digest it gives covers values only,
 * neither comments nor names of included files, and is the one that the running server shows.
 */
public final class ConfigCheck {
    /** 50,000 users take about six seconds on two cores (facts 4). */
    private static final Duration CHECK_MAX = Duration.ofSeconds(60);
    /** Of the server's complaint, kept for people. */
    private static final int COMPLAINT_CHARS_MAX = 2_000;

    private static final String PROGRAM = "nats-server: ";
    private static final Pattern VALID = Pattern.compile("is valid \\((sha256:[0-9a-f]{64})\\)");
    private static final Pattern LOCATED = Pattern.compile("^(?:nats-server: )?(\\S+?):(\\d+):(\\d+): (.*)$");
    private static final Pattern IN_PARENTHESES = Pattern.compile("^(?:nats-server: )?(.*) \\((\\S+?):(\\d+):\\d+\\)$");

    private ConfigCheck() {}

    /** What the server says of a configuration. */
    public sealed interface Verdict {
        /** @param digest {@code sha256:…}, the server's {@code config_digest} once this runs */
        record Valid(String digest) implements Verdict {}

        /** @param findings at least one */
        record Refused(List<Finding> findings) implements Verdict {
            public Refused {
                findings = List.copyOf(findings);
            }

            /** All findings on one line. */
            public String line() {
                return String.join(
                        "; ", findings.stream().map(Finding::toString).toList());
            }
        }
    }

    /**
     * One complaint.
     *
     * @param file file name as the server gives it, empty when it gives none
     * @param line 0 when it gives none
     */
    public record Finding(String file, int line, String message) {
        @Override
        public String toString() {
            return file.isEmpty() ? message : file + ":" + line + ": " + message;
        }
    }

    /**
     * Checks a configuration without running it; relative paths in it count from its own directory.
     *
     * @throws ProblemException {@code BROKER_FAILED} when the program cannot be run or does not end
     */
    public static Verdict check(Path binary, Path configuration) {
        Path directory = Objects.requireNonNull(configuration.toAbsolutePath().getParent());
        try {
            Process process = new ProcessBuilder(binary.toString(), "-t", "-c", configuration.toString())
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            CompletableFuture<Void> guard = CompletableFuture.runAsync(
                    process::destroyForcibly,
                    CompletableFuture.delayedExecutor(CHECK_MAX.toMillis(), TimeUnit.MILLISECONDS));
            try {
                String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return verdict(process.waitFor(), output);
            } finally {
                guard.cancel(false);
            }
        } catch (IOException e) {
            throw failed(String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed("its check was interrupted", e);
        }
    }

    static Verdict verdict(int exit, String output) {
        Matcher valid = VALID.matcher(output);
        if (exit == 0 && valid.find()) {
            return new Verdict.Valid(valid.group(1));
        }
        List<Finding> findings = new ArrayList<>();
        output.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(line -> findings.add(finding(line)));
        if (findings.isEmpty()) {
            findings.add(new Finding("", 0, "the check ended with " + exit + " and said nothing"));
        }
        return new Verdict.Refused(findings);
    }

    private static Finding finding(String line) {
        Matcher located = LOCATED.matcher(line);
        if (located.matches()) {
            return new Finding(located.group(1), Integer.parseInt(located.group(2)), cut(located.group(4)));
        }
        Matcher behind = IN_PARENTHESES.matcher(line);
        if (behind.matches()) {
            return new Finding(behind.group(2), Integer.parseInt(behind.group(3)), cut(behind.group(1)));
        }
        return new Finding("", 0, cut(line.startsWith(PROGRAM) ? line.substring(PROGRAM.length()) : line));
    }

    private static String cut(String text) {
        return text.length() <= COMPLAINT_CHARS_MAX ? text : text.substring(0, COMPLAINT_CHARS_MAX) + "…";
    }

    private static ProblemException failed(String why, Throwable cause) {
        return new ProblemException(
                Problem.of(
                        ProblemCode.BROKER_FAILED,
                        "nats-server could not check a configuration",
                        why,
                        "run it by hand: nats-server -t -c <the file>"),
                cause);
    }
}
