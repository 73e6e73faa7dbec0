package io.meshbus.launcher.run;

import java.nio.file.Path;

/**
 * Where this process logs. To be decided before the first logger is made, as logback reads its configuration then; a
 * client command has no log at all, which spares it logback's start.
 */
public final class Logging {
    private static final String CONFIGURATION = "logback.configurationFile";
    private static final String LEVEL = "launcher.log.level";
    private static final String FILE = "launcher.log.file";

    private Logging() {}

    /** Nothing, and as fast as nothing. */
    public static void none() {
        System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
        System.setProperty(
                "vertx.logger-delegate-factory-class-name", "io.vertx.core.logging.SLF4JLogDelegateFactory");
    }

    /** Lines on stderr: for a service manager, and with {@code --verbose}. */
    public static void toStderr(String level) {
        configure("logback.xml", level);
    }

    /** A rolling file below the mesh's directory; warnings of ours reach no terminal, the steps' lines say what matters. */
    public static void toFile(Path file, String level) {
        System.setProperty(FILE, file.toString());
        configure("logback-file.xml", level);
    }

    private static void configure(String resource, String level) {
        System.setProperty(LEVEL, level);
        if (System.getProperty(CONFIGURATION) == null) {
            System.setProperty(CONFIGURATION, resource);
        }
    }
}
