package io.meshbus.launcher.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A key that a role config may have.
 *
 * @param path dotted, as in the file: {@code http.port}
 * @param kind what its value must be
 * @param standard the value when nobody gives one
 * @param secret never shown
 */
record ConfigKey(String path, Kind kind, String standard, boolean secret) {
    enum Kind {
        TEXT("text"),
        NAME("a name of at most 40 letters, digits, - and _; not up or nats-server"),
        LIST("a list of words"),
        PORT("a port, 0 to 65535, 0 = pick one"),
        COUNT("a number, 1 to 64"),
        DURATION("a duration such as 250ms, 5s, 2m"),
        PERIOD("a duration of at least 1s"),
        LEVEL("one of ERROR, WARN, INFO, DEBUG, TRACE"),
        ANSWERS("derived or allow_responses");

        private final String expected;

        Kind(String expected) {
            this.expected = expected;
        }

        String expected() {
            return expected;
        }
    }

    static final List<ConfigKey> ALL = List.of(
            key("roles", Kind.LIST, ""),
            key("name", Kind.NAME, ""),
            key("dir", Kind.TEXT, ""),
            key("http.host", Kind.TEXT, "127.0.0.1"),
            key("http.port", Kind.PORT, "0"),
            key("log.level", Kind.LEVEL, "INFO"),
            key("broker.server", Kind.TEXT, ""),
            key("controller.answers", Kind.ANSWERS, "derived"),
            key("controller.sweep", Kind.DURATION, "5s"),
            key("controller.lease", Kind.PERIOD, "5s"),
            key("store.url", Kind.TEXT, ""),
            key("store.passwordFile", Kind.TEXT, ""),
            key("host.node", Kind.TEXT, ""),
            new ConfigKey("host.token", Kind.TEXT, "", true),
            key("host.tokenFile", Kind.TEXT, ""),
            key("shutdown.deadline", Kind.DURATION, "10s"));

    /** Variables that are the script's or stand for a key under a shorter name. */
    static final Map<String, String> SHORT = Map.of(
            "MESHBUS_DIR", "dir",
            "MESHBUS_NATS_SERVER", "broker.server",
            "MESHBUS_TOKEN", "host.token");

    private static ConfigKey key(String path, Kind kind, String standard) {
        return new ConfigKey(path, kind, standard, false);
    }

    static Optional<ConfigKey> of(String path) {
        return ALL.stream().filter(key -> key.path().equals(path)).findFirst();
    }

    /** {@code MESHBUS_HTTP_PORT} for {@code http.port}. */
    String variable() {
        return "MESHBUS_"
                + path.replaceAll("([a-z])([A-Z])", "$1_$2").replace('.', '_').toUpperCase(Locale.ROOT);
    }

    /** {@code meshbus.http.port}. */
    String property() {
        return "meshbus." + path;
    }
}
