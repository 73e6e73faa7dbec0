package io.meshbus.control.account;

import io.meshbus.control.account.rules.Owner;
import io.meshbus.control.account.rules.SecretPlan;
import io.meshbus.control.account.rules.SecretPlan.Held;
import io.meshbus.control.account.rules.SecretPlan.Proof;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.PrincipalSecret;
import io.meshbus.directory.ControllerSecrets;
import io.meshbus.sdk.account.Credential;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.secret.PasswordHash;
import io.meshbus.sdk.secret.Sealing;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives every composed principal its credential: what the store holds, or a secret minted now, sealed to its owner and
 * recorded before it can go live. Nothing here keeps a secret.
 */
final class Secrets {
    private static final Logger LOG = LoggerFactory.getLogger(Secrets.class);

    private final Vertx vertx;
    private final Store store;
    private final ControllerSecrets controller;
    private final SecureRandom random;

    Secrets(Vertx vertx, Store store, ControllerSecrets controller, SecureRandom random) {
        this.vertx = vertx;
        this.store = store;
        this.controller = controller;
        this.random = random;
    }

    /**
     * Credentials of a composition.
     *
     * @param ownerless principals without an owner any more; not to be listed
     * @param dropped secrets to delete once a list without them is live
     */
    record Credentials(
            Map<PrincipalId, Credential> byPrincipal, SortedSet<PrincipalId> ownerless, List<PrincipalId> dropped) {}

    private record Owners(
            Map<NodeId, String> nodeKeys, Map<PersonId, String> personKeys, Map<TokenId, String> tokenHashes) {}

    Future<Credentials> of(Collection<PrincipalId> composed) {
        return owners().compose(owners -> store.secrets().compose(held -> {
            Map<PrincipalId, Held> known = new HashMap<>();
            held.forEach((id, secret) -> known.put(id, new Held(secret.hash(), secret.ownerKey())));
            SecretPlan plan = SecretPlan.of(composed, known, principal -> proof(principal, owners));
            return mint(plan).map(minted -> credentials(plan, minted));
        }));
    }

    private Future<Owners> owners() {
        Map<NodeId, String> nodes = new HashMap<>();
        Map<PersonId, String> persons = new HashMap<>();
        Map<TokenId, String> tokens = new HashMap<>();
        return store.nodes()
                .onSuccess(found -> found.forEach(node -> nodes.put(node.id(), node.sealingKey())))
                .compose(done -> store.persons())
                .onSuccess(found -> found.forEach(person -> persons.put(person.id(), person.publicKey())))
                .compose(done -> store.tokens())
                .onSuccess(found -> found.forEach(token -> tokens.put(token.id(), token.passwordHash())))
                .map(done -> new Owners(nodes, persons, tokens));
    }

    private Optional<Proof> proof(PrincipalId principal, Owners owners) {
        Owner owner = Owner.of(principal);
        if (owner instanceof Owner.Controller) {
            return Optional.of(new Proof.Hash(controller.hash(principal)));
        }
        if (owner instanceof Owner.Token token) {
            return Optional.ofNullable(owners.tokenHashes().get(token.token())).map(Proof.Hash::new);
        }
        if (owner instanceof Owner.Person person) {
            return Optional.ofNullable(owners.personKeys().get(person.person())).map(Proof.Key::new);
        }
        return Optional.ofNullable(owners.nodeKeys().get(((Owner.Node) owner).node()))
                .map(Proof.Key::new);
    }

    private Future<List<PrincipalSecret>> mint(SecretPlan plan) {
        if (plan.mint().isEmpty()) {
            return Future.succeededFuture(List.of());
        }
        return vertx.executeBlocking(() -> {
                    List<PrincipalSecret> minted = new ArrayList<>();
                    plan.mint().forEach((id, ownerKey) -> minted.add(mint(id, ownerKey)));
                    return minted;
                })
                .compose(minted -> store.putSecrets(minted).map(minted))
                .onSuccess(minted -> LOG.info("secrets-minted count={}", minted.size()));
    }

    private PrincipalSecret mint(PrincipalId id, String ownerKey) {
        Secret secret = Secret.mint(random);
        String sealed = Sealing.seal(new SealingKey.Public(ownerKey), id.value(), secret.reveal());
        return new PrincipalSecret(id, PasswordHash.of(secret, random), sealed, ownerKey);
    }

    private static Credentials credentials(SecretPlan plan, List<PrincipalSecret> minted) {
        Map<PrincipalId, Credential> all = new TreeMap<>();
        plan.hashes().forEach((id, hash) -> all.put(id, new Credential.PasswordHash(hash)));
        minted.forEach(secret -> all.put(secret.id(), new Credential.PasswordHash(secret.hash())));
        return new Credentials(all, plan.ownerless(), plan.dropped());
    }
}
