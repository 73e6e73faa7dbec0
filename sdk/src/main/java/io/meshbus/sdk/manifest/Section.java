package io.meshbus.sdk.manifest;

import io.meshbus.sdk.manifest.YamlValue.Entry;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A mapping with a fixed set of keys. Reading never fails: what is wrong becomes a fault with its line, and a default
 * stands in for it, so that the rest is still checked.
 */
final class Section {
    private final Faults faults;
    private final String name;
    private final Place place;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** @param name what a person calls this section */
    Section(Faults faults, String name, YamlValue value, String... known) {
        this.faults = faults;
        this.name = name;
        this.place = value.place();
        if (!value.isMapping() && !value.isNull()) {
            faults.add(place, name + " must be a mapping", "here is " + value.kind(), "write { key: value } here");
        }
        for (Entry entry : value.entries()) {
            if (List.of(known).contains(entry.key())) {
                if (!entry.value().isNull()) {
                    entries.put(entry.key(), entry);
                }
            } else {
                String what = "unknown key " + Faults.quoted(entry.key()) + " in " + name;
                faults.unknown(entry.place(), what, entry.key(), List.of(known), "correct or remove it");
            }
        }
    }

    Place place() {
        return place;
    }

    /** The place of a key, or of the section when it is not there. */
    Place place(String key) {
        Entry entry = entries.get(key);
        return entry == null ? place : entry.place();
    }

    boolean has(String key) {
        return entries.containsKey(key);
    }

    /** A key that must be there; a fault when it is not. */
    void require(String key, String example) {
        if (!has(key)) {
            faults.add(place, name + " lacks " + key, "it is required", "add " + example);
        }
    }

    @Nullable
    YamlValue value(String key) {
        Entry entry = entries.get(key);
        return entry == null ? null : entry.value();
    }

    /** The text at a key; null when absent or not a text. */
    @Nullable
    String text(String key) {
        YamlValue value = value(key);
        return value == null ? null : text(value, key);
    }

    String text(String key, String otherwise) {
        String text = text(key);
        return text == null ? otherwise : text;
    }

    private @Nullable String text(YamlValue value, String key) {
        String text = value.text();
        if (text == null) {
            wrong(value, key, "a text");
        }
        return text;
    }

    /** A validated value; null when absent or refused. */
    <T> @Nullable T id(String key, Function<String, T> constructor) {
        String text = text(key);
        return text == null ? null : faults.value(place(key), text, constructor);
    }

    boolean bool(String key, boolean otherwise) {
        String text = text(key);
        if (text == null) {
            return otherwise;
        }
        if (!text.equals("true") && !text.equals("false")) {
            faults.add(place(key), key + " is " + Faults.quoted(text), "a boolean is expected", "write true or false");
            return otherwise;
        }
        return text.equals("true");
    }

    int integer(String key, int otherwise, int min, int max) {
        String text = text(key);
        if (text == null) {
            return otherwise;
        }
        if (text.matches("[0-9]{1,9}")) {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
                return number;
            }
        }
        String why = "a number from " + min + " to " + max + " is expected";
        faults.add(place(key), key + " is " + Faults.quoted(text), why, "write for example " + otherwise);
        return otherwise;
    }

    Duration duration(String key, Duration otherwise, Duration max) {
        String text = text(key);
        return text == null ? otherwise : duration(text, key, place(key), otherwise, max);
    }

    private Duration duration(String text, String key, Place at, Duration otherwise, Duration max) {
        Optional<Duration> duration = DurationText.parse(text).filter(d -> d.compareTo(max) <= 0);
        if (duration.isEmpty()) {
            String why = "a duration of at most " + max.toSeconds() + "s is expected";
            faults.add(at, key + " is " + Faults.quoted(text), why, "write for example 200ms, 5s, 1m, 1h or 7d");
        }
        return duration.orElse(otherwise);
    }

    List<Duration> durations(String key, List<Duration> otherwise, Duration max) {
        return has(key)
                ? texts(key).stream()
                        .map(text -> duration(text.value(), key, text.place(), Duration.ZERO, max))
                        .toList()
                : otherwise;
    }

    @Nullable
    Long size(String key) {
        String text = text(key);
        if (text == null) {
            return null;
        }
        Optional<Long> size = DurationText.parseSize(text);
        if (size.isEmpty()) {
            String what = key + " is " + Faults.quoted(text);
            faults.add(place(key), what, "a size is expected", "write for example 64KiB, 256MiB or 1GiB");
        }
        return size.orElse(null);
    }

    /** One of some words. */
    String choice(String key, String otherwise, String... words) {
        String text = text(key, otherwise);
        if (!List.of(words).contains(text)) {
            String what = key + " is " + Faults.quoted(text);
            faults.unknown(place(key), what, text, List.of(words), "write one of " + String.join(", ", words));
            return otherwise;
        }
        return text;
    }

    /** The texts of a list, each with its place. */
    List<Placed<String>> texts(String key) {
        return items(key).stream()
                .flatMap(item -> Optional.ofNullable(text(item, "an item of " + key)).stream()
                        .map(text -> new Placed<>(text, item.place())))
                .toList();
    }

    /** The validated values of a list; refused ones are left out, repeated ones are faults. */
    <T> List<Placed<T>> ids(String key, Function<String, T> constructor) {
        List<Placed<T>> ids = texts(key).stream()
                .flatMap(text -> Optional.ofNullable(faults.value(text.place(), text.value(), constructor)).stream()
                        .map(id -> new Placed<>(id, text.place())))
                .toList();
        java.util.Set<T> seen = new java.util.HashSet<>();
        for (Placed<T> id : ids) {
            if (!seen.add(id.value())) {
                faults.add(id.place(), key + " names " + id.value() + " twice", "", "keep one of the two");
            }
        }
        return ids;
    }

    List<YamlValue> items(String key) {
        YamlValue value = value(key);
        if (value != null && !value.isList()) {
            wrong(value, key, "a list");
        }
        return value == null ? List.of() : value.items();
    }

    /** The entries of a mapping whose keys are free names. */
    List<Entry> entries(String key) {
        YamlValue value = value(key);
        if (value != null && !value.isMapping()) {
            wrong(value, key, "a mapping");
        }
        return value == null ? List.of() : value.entries();
    }

    /** A mapping of texts. */
    Map<String, String> textMap(String key) {
        return entries(key).stream()
                .collect(Collectors.toMap(
                        Entry::key,
                        entry -> Optional.ofNullable(text(entry.value(), key + "." + entry.key()))
                                .orElse(""),
                        (first, again) -> first,
                        LinkedHashMap::new));
    }

    /** A mapping below, with its own fixed keys; empty when absent. */
    Optional<Section> section(String key, String... known) {
        return Optional.ofNullable(value(key)).map(value -> new Section(faults, key, value, known));
    }

    JsonObject json(String key) {
        YamlValue value = value(key);
        if (value == null) {
            return new JsonObject();
        }
        if (!value.isMapping()) {
            wrong(value, key, "a mapping");
            return new JsonObject();
        }
        return value.json() instanceof JsonObject object ? object : new JsonObject();
    }

    private void wrong(YamlValue value, String key, String expected) {
        faults.add(value.place(), key + " must be " + expected, "here is " + value.kind(), "see docs/MANIFEST");
    }
}
