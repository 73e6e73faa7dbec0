package io.meshbus.control.account.rules;

import io.meshbus.sdk.account.Credential;
import io.meshbus.sdk.id.PrincipalId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What each principal of a composition proves itself with (spec 3.4): a secret is sealed once and reused, and minted anew
 * only when there is none or its owner has another key (it enrolled again).
 *
 * @param known credentials that stand
 * @param mint principals that need a secret → public key it is to be sealed to
 * @param ownerless composed principals whose owner is not there (removed since): left out of this list
 * @param dropped secrets of principals that are composed no more; deleted after the list is live
 */
public record SecretPlan(
        SortedMap<PrincipalId, Credential> known,
        SortedMap<PrincipalId, String> mint,
        SortedSet<PrincipalId> ownerless,
        List<PrincipalId> dropped) {
    /**
     * A secret in the store.
     *
     * @param sealed what its owner was handed
     * @param ownerKey the public key it is sealed to
     */
    public record Held(String hash, String sealed, String ownerKey) {}

    /** What an owner is known by: a credential that it came with, or the key a secret can be sealed to. */
    public sealed interface Proof {
        record Known(Credential credential) implements Proof {}

        record Key(String publicKey) implements Proof {}
    }

    public SecretPlan {
        dropped = List.copyOf(dropped);
    }

    /** @param proofs what a principal's owner is known by; empty when there is no such owner */
    public static SecretPlan of(
            Collection<PrincipalId> composed,
            Map<PrincipalId, Held> held,
            Function<PrincipalId, Optional<Proof>> proofs) {
        SortedMap<PrincipalId, Credential> credentials = new TreeMap<>();
        SortedMap<PrincipalId, String> mint = new TreeMap<>();
        SortedSet<PrincipalId> ownerless = new TreeSet<>();
        for (PrincipalId principal : composed) {
            Optional<Proof> proof = proofs.apply(principal);
            if (proof.isEmpty()) {
                ownerless.add(principal);
            } else if (proof.get() instanceof Proof.Known known) {
                credentials.put(principal, known.credential());
            } else if (proof.get() instanceof Proof.Key key) {
                Held secret = held.get(principal);
                if (secret != null && secret.ownerKey().equals(key.publicKey())) {
                    credentials.put(principal, Credential.of(secret.hash(), secret.sealed()));
                } else {
                    mint.put(principal, key.publicKey());
                }
            }
        }
        List<PrincipalId> dropped = held.keySet().stream()
                .filter(principal -> !composed.contains(principal))
                .sorted()
                .toList();
        return new SecretPlan(credentials, mint, ownerless, dropped);
    }
}
