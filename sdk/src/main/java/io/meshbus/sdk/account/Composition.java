package io.meshbus.sdk.account;

import io.meshbus.sdk.id.PrincipalId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The composed user list (spec 3.4): every principal once, sorted by id. Equal inputs give an equal composition.
 * Immutable; any thread.
 */
public final class Composition {
    private final List<Principal> principals;
    private final Map<PrincipalId, Principal> byId;

    /** @throws IllegalArgumentException when a principal stands there twice */
    public Composition(List<Principal> principals) {
        this.principals =
                principals.stream().sorted(Comparator.comparing(Principal::id)).toList();
        this.byId = principals.stream().collect(Collectors.toUnmodifiableMap(Principal::id, Function.identity()));
    }

    /** Sorted by id. */
    public List<Principal> principals() {
        return principals;
    }

    public Optional<Principal> find(PrincipalId id) {
        return Optional.ofNullable(byId.get(id));
    }

    public Set<PrincipalId> ids() {
        return byId.keySet();
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
