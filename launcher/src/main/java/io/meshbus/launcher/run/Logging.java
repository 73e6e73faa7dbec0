package io.meshbus.launcher.run;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.core.joran.spi.JoranException;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.Slf4JLoggerFactory;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.slf4j.LoggerFactory;

/**
 * Where this process logs. A client command has no log at all, which spares it logback's start; that is decided before the
 * first logger is made.
 */
public final class Logging {
    private static final String LEVEL = "launcher.log.level";
    private static final List<String> LEVELS = List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR");
    private static final String FILE = "launcher.log.file";

    private Logging() {}

    /** What {@code up} and {@code host} log at: DEBUG with {@code --verbose}, else what the environment says, else INFO. */
    public static String level(Map<String, String> environment, boolean verbose) {
        String level = verbose
                ? "DEBUG"
                : environment.getOrDefault("MESHBUS_LOG_LEVEL", "INFO").toUpperCase(Locale.ROOT);
        if (!LEVELS.contains(level)) {
            throw Problem.of(
                            ProblemCode.USAGE,
                            "there is no log level " + level,
                            "MESHBUS_LOG_LEVEL says so",
                            "one of " + String.join(", ", LEVELS))
                    .asException();
        }
        return level;
    }

    /** Nothing, and as fast as nothing; for good. */
    public static void none() {
        System.setProperty("slf4j.internal.verbosity", "WARN");
        System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
        System.setProperty("vertx.logger-delegate-factory-class-name", Silence.class.getName());
        // Else netty looks for three other kinds of log and starts the JDK's.
        InternalLoggerFactory.setDefaultFactory(Slf4JLoggerFactory.INSTANCE);
    }

    /** Lines on stderr: for a service manager, and with {@code --verbose}. */
    public static void toStderr(String level) {
        System.setProperty(LEVEL, level);
        configure("/logback.xml");
    }

    /** A rolling file below the mesh's directory. */
    public static void toFile(Path file, String level) {
        System.setProperty(LEVEL, level);
        System.setProperty(FILE, file.toString());
        configure("/logback-file.xml");
    }

    private static void configure(String resource) {
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            return;
        }
        URL configuration = Objects.requireNonNull(Logging.class.getResource(resource), resource);
        context.reset();
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        try {
            configurator.doConfigure(configuration);
        } catch (JoranException e) {
            throw Problem.of(
                            ProblemCode.CONFIG_INVALID,
                            "logging cannot be set up",
                            String.valueOf(e.getMessage()),
                            "look at the rights of the log's directory")
                    .asException();
        }
    }
}
