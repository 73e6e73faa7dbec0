package io.meshbus.sdk.account;

import io.meshbus.sdk.id.PrincipalId;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The composed user list (spec 3.4): every principal once, sorted by id. Equal inputs give an equal composition.
 * Immutable; any thread.
 */
public final class Composition {
    private final List<Principal> principals;

    /** @throws IllegalArgumentException when a principal stands there twice */
    public Composition(List<Principal> principals) {
        this.principals = ascending(principals) ? List.copyOf(principals) : sorted(principals);
    }

    private static List<Principal> sorted(List<Principal> principals) {
        List<Principal> sorted =
                principals.stream().sorted(Comparator.comparing(Principal::id)).toList();
        for (int i = 1; i < sorted.size(); i++) {
            PrincipalId id = sorted.get(i).id();
            if (id.equals(sorted.get(i - 1).id())) {
                throw new IllegalArgumentException("two principals " + id);
            }
        }
        return sorted;
    }

    private static boolean ascending(List<Principal> principals) {
        for (int i = 1; i < principals.size(); i++) {
            if (principals.get(i - 1).id().compareTo(principals.get(i).id()) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** Sorted by id. */
    public List<Principal> principals() {
        return principals;
    }

    public Optional<Principal> find(PrincipalId id) {
        int at = place(id);
        return at < principals.size() && principals.get(at).id().equals(id)
                ? Optional.of(principals.get(at))
                : Optional.empty();
    }

    /** Those behind an id, which need not be there. Sorted by id. */
    public List<Principal> after(PrincipalId id) {
        return principals.subList(place(id) + (find(id).isPresent() ? 1 : 0), principals.size());
    }

    /** Of the first principal that is not before this id. */
    private int place(PrincipalId id) {
        int low = 0;
        int high = principals.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (principals.get(middle).id().compareTo(id) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Sorted. */
    public Set<PrincipalId> ids() {
        Set<PrincipalId> ids = new LinkedHashSet<>(principals.size() * 2);
        principals.forEach(principal -> ids.add(principal.id()));
        return Collections.unmodifiableSet(ids);
    }

    /** The same list without some principals: the bad one is quarantined, the others go live (spec 3.4). */
    public Composition without(Set<PrincipalId> quarantined) {
        return new Composition(principals.stream()
                .filter(principal -> !quarantined.contains(principal.id()))
                .toList());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Composition that && principals.equals(that.principals);
    }

    @Override
    public int hashCode() {
        return principals.hashCode();
    }

    @Override
    public String toString() {
        return "Composition of " + principals.size() + " principals";
    }
}
