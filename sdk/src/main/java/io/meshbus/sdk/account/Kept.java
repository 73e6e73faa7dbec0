package io.meshbus.sdk.account;

import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** Principals of one kind, each a pure function of its key; those of keys that stay are the same objects. */
record Kept<K extends Comparable<K>>(SortedMap<K, Principal> byKey) {
    static <K extends Comparable<K>> Kept<K> none() {
        return new Kept<K>(new TreeMap<K, Principal>());
    }

    /** In the order of the keys. */
    List<Principal> principals() {
        return List.copyOf(byKey.values());
    }

    Kept<K> next(Collection<K> keys, Function<K, Principal> make) {
        SortedMap<K, Principal> next = new TreeMap<>();
        for (K key : keys) {
            Principal known = byKey.get(key);
            next.put(key, known == null ? make.apply(key) : known);
        }
        return new Kept<K>(next);
    }

    Kept<K> only(Predicate<K> wanted) {
        SortedMap<K, Principal> some = new TreeMap<>(byKey);
        some.keySet().removeIf(wanted.negate());
        return new Kept<K>(some);
    }
}
