package io.meshbus.natsserver;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the server program. Blocking (looks at the file system). */
public final class NatsServerBinary {
    /** Names the program when no configuration does. */
    public static final String ENVIRONMENT = "MESHBUS_NATS_SERVER";

    private NatsServerBinary() {}

    /**
     * The configured program, else the one that {@link #ENVIRONMENT} names, else {@code nats-server} of the PATH.
     *
     * @throws io.meshbus.sdk.problem.ProblemException {@code BROKER_MISSING}
     */
    public static Path locate(@Nullable String configured) {
        return locate(configured, System.getenv());
    }

    static Path locate(@Nullable String configured, Map<String, String> environment) {
        String named = configured == null || configured.isBlank() ? environment.get(ENVIRONMENT) : configured;
        if (named != null && !named.isBlank()) {
            Path binary = Path.of(named).toAbsolutePath();
            if (Files.isRegularFile(binary) && Files.isExecutable(binary)) {
                return binary;
            }
            throw missing("there is no program at " + binary);
        }
        for (String directory : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            Path binary = Path.of(directory.isEmpty() ? "." : directory).resolve("nats-server");
            if (Files.isRegularFile(binary) && Files.isExecutable(binary)) {
                return binary.toAbsolutePath();
            }
        }
        throw missing(ENVIRONMENT + " is not set and no directory of the PATH has it");
    }

    private static RuntimeException missing(String why) {
        return Problem.of(
                        ProblemCode.BROKER_MISSING,
                        "nats-server is missing",
                        why,
                        "start with ./meshbus, which fetches it, or set " + ENVIRONMENT
                                + " to nats-server 2.11 or newer")
                .asException();
    }
}
