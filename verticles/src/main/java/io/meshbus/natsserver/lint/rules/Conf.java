package io.meshbus.natsserver.lint.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A value of a configuration, with its place. Keys are compared without case, as the server does. */
public sealed interface Conf {
    Place place();

    /** Everything that is not a map or a list, as it was written: text, number, size, truth value. */
    record Text(String value, boolean quoted, Place place) implements Conf {}

    /** {@code [ … ]}. */
    record Items(List<Conf> items, Place place) implements Conf {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** A key with its value; the place is the key's. */
    record Entry(String key, Conf value, Place place) {}

    /** {@code { … }}, and the file itself. Of a key given twice the server takes the last. */
    record Fields(List<Entry> entries, Place place) implements Conf {
        public Fields {
            entries = List.copyOf(entries);
        }

        /** The last entry under one of these names. */
        Optional<Entry> entry(String... names) {
            for (int i = entries.size() - 1; i >= 0; i--) {
                for (String name : names) {
                    if (entries.get(i).key().equalsIgnoreCase(name)) {
                        return Optional.of(entries.get(i));
                    }
                }
            }
            return Optional.empty();
        }

        Optional<Conf> get(String... names) {
            return entry(names).map(Entry::value);
        }

        Optional<String> text(String... names) {
            return get(names).map(Conf::asText).filter(text -> text != null);
        }

        /** The map under one of these names, or an empty one. */
        Fields fields(String... names) {
            return get(names).orElse(null) instanceof Fields found ? found : new Fields(List.of(), place);
        }

        boolean isOn(String... names) {
            return text(names)
                    .map(text ->
                            List.of("true", "yes", "on", "enabled", "enable").contains(text.toLowerCase(Locale.ROOT)))
                    .orElse(false);
        }
    }

    /** Null for maps and lists. */
    default @Nullable String asText() {
        return this instanceof Text text ? text.value() : null;
    }

    /** One value alone is a list of one, as the server reads permissions. */
    default List<Conf> asItems() {
        return this instanceof Items list ? list.items() : List.of(this);
    }

    /** The texts among {@link #asItems}. */
    default List<Text> texts() {
        List<Text> texts = new ArrayList<>();
        for (Conf item : asItems()) {
            if (item instanceof Text text) {
                texts.add(text);
            }
        }
        return texts;
    }
}
