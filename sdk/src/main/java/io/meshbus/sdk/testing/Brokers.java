package io.meshbus.sdk.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses where a test's broker runs: a container where Testcontainers is on the class path and a Docker API answers,
 * else the local binary. {@code MESHBUS_TEST_BROKER=local} or {@code =container} decides it.
 */
final class Brokers {
    private static final Logger LOG = LoggerFactory.getLogger(Brokers.class);
    static final String CHOICE = "MESHBUS_TEST_BROKER";
    private static final String TESTCONTAINERS = "org.testcontainers.DockerClientFactory";
    private static final String SOCKET = "/var/run/docker.sock";

    private Brokers() {}

    static Broker start(Path directory, String config) {
        String choice = said(CHOICE, "");
        boolean container = switch (choice) {
            case "local" -> false;
            case "container" -> true;
            case "" -> dockerMayBeHere() && testcontainers() && ContainerNats.dockerAnswers();
            default -> throw new IllegalArgumentException(CHOICE + " is local or container, not " + choice);
        };
        LOG.debug("test-broker kind={} directory={}", container ? "container" : "local", directory);
        return container ? ContainerNats.start(directory, config) : LocalNats.start(directory, config);
    }

    /** A system property goes before the environment. */
    static String said(String name, String otherwise) {
        return System.getProperty(name, System.getenv().getOrDefault(name, otherwise));
    }

    /** Asking Testcontainers costs a second; where nobody could answer it is not asked. */
    private static boolean dockerMayBeHere() {
        return System.getenv("DOCKER_HOST") != null
                || Files.exists(Path.of(SOCKET))
                || Files.exists(Path.of(System.getProperty("user.home"), ".testcontainers.properties"));
    }

    private static boolean testcontainers() {
        try {
            Class.forName(TESTCONTAINERS, false, Brokers.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException absent) {
            LOG.debug("test-broker testcontainers=absent");
            return false;
        }
    }
}
