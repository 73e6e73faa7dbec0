package io.meshbus.launcher.config;

import io.meshbus.control.store.PostgresAddress;
import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Secret;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and checks a role config; all faults at once. */
public final class ConfigReader {
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h)");
    private static final int PORT_MAX = 65_535;

    private final Map<String, ConfigValue> values;
    private final List<Problem> problems;

    private ConfigReader(ConfigLayers layers) {
        this.values = layers.values();
        this.problems = new ArrayList<>(layers.problems());
    }

    /**
     * What the command line says goes before every layer.
     *
     * @param roles {@code --role}, or empty for the file's
     * @param dir {@code --dir}
     */
    public record Overrides(List<String> roles, Optional<Path> dir) {}

    /** A value in force, for {@code config show}. */
    public record Shown(String key, String value, String source) {}

    public static Future<RoleConfig> read(Vertx vertx, Path file, Overrides overrides) {
        return ConfigSources.read(vertx, Optional.of(file))
                .map(sources -> new ConfigReader(layers(sources, file.toString(), overrides)).build());
    }

    /** The effective config, secrets masked; its faults fail it like a boot. */
    public static Future<List<Shown>> show(Vertx vertx, Optional<Path> file, Overrides overrides) {
        return ConfigSources.read(vertx, file).map(sources -> {
            ConfigLayers layers = layers(sources, file.map(Path::toString).orElse(""), overrides);
            if (!layers.problems().isEmpty()) {
                throw new ProblemException(layers.problems());
            }
            return ConfigKey.ALL.stream().map(key -> shown(key, layers)).toList();
        });
    }

    private static Shown shown(ConfigKey key, ConfigLayers layers) {
        ConfigValue value = Objects.requireNonNull(layers.values().get(key.path()));
        String text = key.secret() && !value.text().isEmpty() ? "***" : value.text();
        return new Shown(key.path(), text, value.source());
    }

    static ConfigLayers layers(ConfigSources sources, String file, Overrides overrides) {
        ConfigLayers layers = ConfigLayers.of(sources, file);
        if (!overrides.roles().isEmpty()) {
            layers.values().put("roles", new ConfigValue(String.join(",", overrides.roles()), "--role"));
        }
        overrides.dir().ifPresent(dir -> layers.values().put("dir", new ConfigValue(dir.toString(), "--dir")));
        return layers;
    }

    /** For tests of the rules without files. */
    static RoleConfig build(ConfigLayers layers) {
        return new ConfigReader(layers).build();
    }

    private RoleConfig build() {
        List<String> roles = words("roles");
        Set<Role.Part> parts = EnumSet.noneOf(Role.Part.class);
        for (String role : roles) {
            Role.partsOf(role)
                    .ifPresentOrElse(
                            parts::addAll,
                            () -> problems.add(ConfigFaults.unknownRole(
                                    role, value("roles").source())));
        }
        if (roles.isEmpty()) {
            problems.add(ConfigFaults.missing("roles", "nothing to run", "write roles: [controller], or give --role"));
        }
        String dir = text("dir");
        if (dir.isEmpty()) {
            problems.add(
                    ConfigFaults.missing("dir", "a mesh has a directory", "give --dir, or write dir: in the file"));
        }
        RoleConfig config = new RoleConfig(
                name(),
                roles,
                parts,
                path(dir),
                new RoleConfig.Http(text("http.host"), port("http.port")),
                level("log.level"),
                optional("broker.server").map(ConfigReader::path),
                new RoleConfig.Controller(answers("controller.answers"), duration("controller.sweep"), lease()),
                parsed("store.url", PostgresAddress::parse)
                        .map(address -> new RoleConfig.Store(
                                address, optional("store.passwordFile").map(ConfigReader::path))),
                host(parts),
                duration("shutdown.deadline"));
        if (!problems.isEmpty()) {
            throw new ProblemException(problems);
        }
        return config;
    }

    private Optional<String> name() {
        Optional<String> name = optional("name");
        return name.isEmpty() || name.get().matches("(?!(up|nats-server)$)[A-Za-z0-9_-]{1,40}")
                ? name
                : bad("name", Optional.empty());
    }

    /** Below this a busy machine would change its leader for nothing. */
    private Duration lease() {
        Duration lease = duration("controller.lease");
        return lease.compareTo(Duration.ofSeconds(1)) >= 0
                        || !DURATION.matcher(text("controller.lease")).matches()
                ? lease
                : bad("controller.lease", lease);
    }

    private RoleConfig.Host host(Set<Role.Part> parts) {
        Optional<NodeId> node = parsed("host.node", NodeId::new);
        if (parts.contains(Role.Part.HOST) && node.isEmpty()) {
            problems.add(ConfigFaults.missing("host.node", "a host is one node's", "write host: { node: n1 }"));
        }
        return new RoleConfig.Host(
                node,
                optional("host.token").map(text -> new RoleConfig.Token(Secret.of(text))),
                optional("host.tokenFile").map(ConfigReader::path));
    }

    /** {@code ~} is the home of whoever runs this. */
    static Path path(String text) {
        return text.startsWith("~/") ? Path.of(System.getProperty("user.home"), text.substring(2)) : Path.of(text);
    }

    private List<String> words(String key) {
        return Arrays.stream(text(key).split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private int port(String key) {
        String text = text(key);
        if (text.matches("[0-9]{1,5}") && Integer.parseInt(text) <= PORT_MAX) {
            return Integer.parseInt(text);
        }
        return bad(key, 0);
    }

    private Duration duration(String key) {
        Matcher match = DURATION.matcher(text(key));
        if (!match.matches()) {
            return bad(key, Duration.ZERO);
        }
        long amount = Long.parseLong(match.group(1));
        return switch (match.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
    }

    private String level(String key) {
        String level = text(key).toUpperCase(Locale.ROOT);
        return Set.of("ERROR", "WARN", "INFO", "DEBUG", "TRACE").contains(level) ? level : bad(key, "INFO");
    }

    private Answers answers(String key) {
        return switch (text(key)) {
            case "derived" -> Answers.DERIVED;
            case "allow_responses" -> Answers.ALLOW_RESPONSES;
            default -> bad(key, Answers.DERIVED);
        };
    }

    private <T> Optional<T> parsed(String key, Function<String, T> parser) {
        try {
            return optional(key).map(parser);
        } catch (ProblemException e) {
            e.problems().forEach(problem -> problems.add(problem.at(value(key).source())));
            return Optional.empty();
        }
    }

    private <T> T bad(String key, T instead) {
        problems.add(ConfigFaults.badValue(ConfigKey.of(key).orElseThrow(), value(key)));
        return instead;
    }

    private Optional<String> optional(String key) {
        return Optional.of(text(key)).filter(text -> !text.isEmpty());
    }

    private String text(String key) {
        return value(key).text();
    }

    private ConfigValue value(String key) {
        return Objects.requireNonNull(values.get(key), key);
    }
}
