package io.meshbus.launcher.config;

import io.meshbus.sdk.problem.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Lays the three sources over one another: file, then environment, then system properties (spec 7.1). Pure. */
final class ConfigLayers {
    /** The script's and the tests' own; not config. */
    private static final Set<String> NOT_CONFIG =
            Set.of("MESHBUS_HOME", "MESHBUS_VERIFY", "MESHBUS_ROOT", "meshbus.root");

    private final Map<String, ConfigValue> values = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();

    private ConfigLayers() {}

    static ConfigLayers of(ConfigSources sources, String file) {
        ConfigLayers layers = new ConfigLayers();
        ConfigKey.ALL.forEach(key -> layers.values.put(key.path(), new ConfigValue(key.standard(), "default")));
        layers.file("", sources.file(), file);
        layers.environment(sources.environment());
        layers.properties(sources.properties());
        return layers;
    }

    Map<String, ConfigValue> values() {
        return values;
    }

    List<Problem> problems() {
        return problems;
    }

    private void file(String prefix, JsonObject object, String file) {
        for (Map.Entry<String, Object> entry : object) {
            String path = prefix + entry.getKey();
            Object value = entry.getValue();
            if (value instanceof JsonObject nested && isGroup(path)) {
                file(path + ".", nested, file);
            } else if (ConfigKey.of(path).isEmpty()) {
                problems.add(ConfigFaults.unknownKey(file, path));
            } else {
                values.put(path, new ConfigValue(text(value), file));
            }
        }
    }

    private static boolean isGroup(String path) {
        return ConfigKey.ALL.stream().anyMatch(key -> key.path().startsWith(path + "."));
    }

    private void environment(JsonObject environment) {
        Map<String, String> names =
                ConfigKey.ALL.stream().collect(Collectors.toMap(ConfigKey::variable, ConfigKey::path));
        names.putAll(ConfigKey.SHORT);
        environment.forEach(entry -> {
            String name = entry.getKey();
            if (!name.startsWith("MESHBUS_") || NOT_CONFIG.contains(name)) {
                return;
            }
            Optional.ofNullable(names.get(name))
                    .ifPresentOrElse(
                            path -> values.put(path, new ConfigValue(text(entry.getValue()), "env " + name)),
                            () -> problems.add(ConfigFaults.unknownVariable(name)));
        });
    }

    private void properties(JsonObject properties) {
        Map<String, String> names =
                ConfigKey.ALL.stream().collect(Collectors.toMap(ConfigKey::property, ConfigKey::path));
        properties.forEach(entry -> {
            String name = entry.getKey();
            if (!name.startsWith("meshbus.") || NOT_CONFIG.contains(name)) {
                return;
            }
            Optional.ofNullable(names.get(name))
                    .ifPresentOrElse(
                            path -> values.put(path, new ConfigValue(text(entry.getValue()), "property " + name)),
                            () -> problems.add(ConfigFaults.unknownKey(
                                    "system property " + name, name.substring("meshbus.".length()))));
        });
    }

    private static String text(Object value) {
        if (value instanceof JsonArray list) {
            return list.stream().map(String::valueOf).collect(Collectors.joining(","));
        }
        return String.valueOf(value);
    }
}
