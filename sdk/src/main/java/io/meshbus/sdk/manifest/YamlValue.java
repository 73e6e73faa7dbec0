package io.meshbus.sdk.manifest;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * One value of a YAML text and where it stands. Scalars are read by their text, so that {@code version: 1.10} stays
 * what was written and only {@code true} and {@code false} are booleans.
 */
record YamlValue(String file, Node node) {
    private static final Pattern NULL = Pattern.compile("~|null|Null|NULL|");
    private static final Pattern INT = Pattern.compile("[-+]?[0-9]{1,18}");
    private static final Pattern FLOAT =
            Pattern.compile("[-+]?(\\.[0-9]{1,20}|[0-9]{1,20}(\\.[0-9]{0,20})?)([eE][-+]?[0-9]{1,3})?");

    /** A key of a mapping and its value. */
    record Entry(String key, Place place, YamlValue value) {}

    Place place() {
        return new Place(file, node.getStartMark().getLine() + 1);
    }

    boolean isMapping() {
        return node instanceof MappingNode;
    }

    boolean isList() {
        return node instanceof SequenceNode;
    }

    /** Nothing, or the word null. */
    boolean isNull() {
        return plain() && NULL.matcher(scalar()).matches();
    }

    /** The text of a scalar as written; null for anything else. */
    @Nullable
    String text() {
        return node instanceof ScalarNode scalar && !isNull() ? scalar.getValue() : null;
    }

    /** The entries of a mapping, the first of equal keys; none for anything else. */
    List<Entry> entries() {
        if (!(node instanceof MappingNode mapping)) {
            return List.of();
        }
        Map<String, Entry> entries = new java.util.LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String key = ((ScalarNode) tuple.getKeyNode()).getValue();
            Place place = new Place(file, tuple.getKeyNode().getStartMark().getLine() + 1);
            entries.putIfAbsent(key, new Entry(key, place, new YamlValue(file, tuple.getValueNode())));
        }
        return List.copyOf(entries.values());
    }

    /** The items of a list; none for anything else. */
    List<YamlValue> items() {
        return node instanceof SequenceNode sequence
                ? sequence.getValue().stream()
                        .map(item -> new YamlValue(file, item))
                        .toList()
                : List.of();
    }

    /** What a person calls this kind of value. */
    String kind() {
        if (isMapping()) {
            return "a mapping";
        }
        return isList() ? "a list" : isNull() ? "nothing" : "the text " + Faults.quoted(scalar());
    }

    /** As JSON, by the core schema of YAML 1.2. */
    @Nullable
    Object json() {
        if (isMapping()) {
            JsonObject object = new JsonObject();
            entries().forEach(entry -> object.put(entry.key(), entry.value().json()));
            return object;
        }
        if (isList()) {
            List<@Nullable Object> list = new ArrayList<>();
            items().forEach(item -> list.add(item.json()));
            return new JsonArray(list);
        }
        return scalarJson(scalar());
    }

    private @Nullable Object scalarJson(String text) {
        if (!plain()) {
            return text;
        }
        if (NULL.matcher(text).matches()) {
            return null;
        }
        if (text.equals("true") || text.equals("false")) {
            return Boolean.valueOf(text);
        }
        if (INT.matcher(text).matches()) {
            return Long.valueOf(text);
        }
        return FLOAT.matcher(text).matches() && Double.isFinite(Double.parseDouble(text))
                ? (Object) Double.valueOf(text)
                : text;
    }

    private boolean plain() {
        return node instanceof ScalarNode scalar && scalar.getScalarStyle() == ScalarStyle.PLAIN;
    }

    private String scalar() {
        return node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }
}
