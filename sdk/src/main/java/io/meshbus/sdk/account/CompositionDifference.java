package io.meshbus.sdk.account;

import io.meshbus.sdk.id.PrincipalId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What another composition lets principals do; its members' names are stable, the command line prints them.
 *
 * @param added names, sorted
 * @param removed names, sorted
 * @param changed with the lines of their lists
 */
public record CompositionDifference(List<String> added, List<String> removed, List<Change> changed) {
    /** One principal's. */
    public record Change(String name, Lines publish, Lines subscribe) {}

    /** Subjects, sorted. */
    public record Lines(List<String> added, List<String> removed) {
        boolean isEmpty() {
            return added.isEmpty() && removed.isEmpty();
        }
    }

    public CompositionDifference {
        added = List.copyOf(added);
        removed = List.copyOf(removed);
        changed = List.copyOf(changed);
    }

    /** Pure. */
    public static CompositionDifference of(Composition before, Composition after) {
        List<Change> changed = new ArrayList<>();
        for (Principal now : after.principals()) {
            before.find(now.id()).filter(old -> !old.equals(now)).ifPresent(old -> {
                Lines publish = lines(old.publish(), now.publish());
                Lines subscribe = lines(old.subscribe(), now.subscribe());
                if (!publish.isEmpty() || !subscribe.isEmpty()) {
                    changed.add(new Change(now.id().value(), publish, subscribe));
                }
            });
        }
        return new CompositionDifference(names(after.ids(), before.ids()), names(before.ids(), after.ids()), changed);
    }

    private static List<String> names(Set<PrincipalId> all, Set<PrincipalId> without) {
        return all.stream()
                .filter(id -> !without.contains(id))
                .map(PrincipalId::value)
                .toList();
    }

    private static Lines lines(List<Grant> before, List<Grant> after) {
        Set<String> old = new TreeSet<>(before.stream().map(Grant::subject).toList());
        Set<String> now = new TreeSet<>(after.stream().map(Grant::subject).toList());
        return new Lines(minus(now, old), minus(old, now));
    }

    private static List<String> minus(Set<String> all, Set<String> without) {
        return all.stream().filter(one -> !without.contains(one)).toList();
    }
}
