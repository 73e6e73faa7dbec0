package io.meshbus.control.account;

import io.meshbus.control.account.rules.NkeyOffers;
import io.meshbus.control.account.rules.Owner;
import io.meshbus.control.account.rules.SecretPlan;
import io.meshbus.control.account.rules.SecretPlan.Held;
import io.meshbus.control.account.rules.SecretPlan.Proof;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.Node;
import io.meshbus.control.store.Store.Person;
import io.meshbus.control.store.Store.PrincipalSecret;
import io.meshbus.control.store.Store.Reported;
import io.meshbus.control.store.Store.Retiring;
import io.meshbus.directory.ControllerSecrets;
import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.account.Credential;
import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.secret.PasswordHash;
import io.meshbus.sdk.secret.Sealing;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.UserKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives every composed principal its credential: what the store holds, or a secret minted now, sealed to its owner and
 * recorded before it can go live. Nothing here keeps a secret.
 */
final class Secrets {
    private static final Logger LOG = LoggerFactory.getLogger(Secrets.class);
    private static final int USER_BYTES = 4;

    private final Vertx vertx;
    private final Store store;
    private final Supplier<ControllerSecrets> controller;
    private final SecureRandom random;

    Secrets(Vertx vertx, Store store, Supplier<ControllerSecrets> controller, SecureRandom random) {
        this.vertx = vertx;
        this.store = store;
        this.controller = controller;
        this.random = random;
    }

    /**
     * Credentials of a composition.
     *
     * @param retiring further ones that still open
     * @param own the controller's own, as this list has them
     * @param ownerless principals without an owner any more; not to be listed
     * @param dropped secrets to delete once a list without them is live
     */
    record Credentials(
            Map<PrincipalId, Credential> byPrincipal,
            Map<PrincipalId, List<Credential>> retiring,
            ControllerSecrets own,
            SortedSet<PrincipalId> ownerless,
            List<PrincipalId> dropped) {
        /** Whose earlier credential, or whose next one, is let in beside. */
        List<PrincipalId> stillOpen() {
            return retiring.entrySet().stream()
                    .filter(entry -> !entry.getValue().isEmpty())
                    .map(Map.Entry::getKey)
                    .sorted()
                    .toList();
        }
    }

    private record Owners(
            ControllerSecrets own,
            Map<NodeId, Node> nodes,
            Map<PersonId, Person> persons,
            Map<TokenId, String> tokens,
            Map<PrincipalId, Credential> declared) {}

    /**
     * @param declared credentials that the definition names
     * @param mode of those that have none yet; a password also for one whose owner has offered no key
     */
    Future<Credentials> of(Collection<PrincipalId> composed, Map<PrincipalId, Credential> declared, AuthMode mode) {
        return owners(declared)
                .compose(owners -> store.secrets().compose(held -> {
                    Map<PrincipalId, Held> known = new HashMap<>();
                    held.forEach(
                            (id, secret) -> known.put(id, new Held(secret.hash(), secret.sealed(), secret.ownerKey())));
                    SecretPlan plan = SecretPlan.of(composed, known, principal -> proof(principal, owners));
                    return mint(plan, mode, owners)
                            .compose(minted -> store.retiring()
                                    .map(retiring -> credentials(plan, minted, owners.own(), retiring)));
                }));
    }

    private Future<Owners> owners(Map<PrincipalId, Credential> declared) {
        ControllerSecrets own = controller.get();
        Map<NodeId, Node> nodes = new HashMap<>();
        Map<PersonId, Person> persons = new HashMap<>();
        Map<TokenId, String> tokens = new HashMap<>();
        return store.nodes()
                .onSuccess(found -> found.forEach(node -> nodes.put(node.id(), node)))
                .compose(done -> store.persons())
                .onSuccess(found -> found.forEach(person -> persons.put(person.id(), person)))
                .compose(done -> store.tokens())
                .onSuccess(found -> found.forEach(token -> tokens.put(token.id(), token.passwordHash())))
                .map(done -> new Owners(own, nodes, persons, tokens, declared));
    }

    private Optional<Proof> proof(PrincipalId principal, Owners owners) {
        Owner owner = Owner.of(principal);
        if (owner instanceof Owner.Controller) {
            return Optional.of(new Proof.Known(owners.own().credential(principal)));
        }
        if (owner instanceof Owner.Fabric fabric) {
            return Optional.ofNullable(owners.declared().get(fabric.principal()))
                    .map(Proof.Known::new);
        }
        if (owner instanceof Owner.Token token) {
            return Optional.ofNullable(owners.tokens().get(token.token()))
                    .map(shown -> new Proof.Known(Credential.of(shown, "")));
        }
        if (owner instanceof Owner.Person person) {
            return Optional.ofNullable(owners.persons().get(person.person())).map(p -> new Proof.Key(p.publicKey()));
        }
        return Optional.ofNullable(owners.nodes().get(((Owner.Node) owner).node()))
                .map(node -> new Proof.Key(node.sealingKey()));
    }

    private Future<List<PrincipalSecret>> mint(SecretPlan plan, AuthMode mode, Owners owners) {
        if (plan.mint().isEmpty()) {
            return Future.succeededFuture(List.of());
        }
        return offered(plan.mint().keySet(), mode, owners)
                .compose(keys -> vertx.executeBlocking(() -> {
                    List<PrincipalSecret> minted = new ArrayList<>();
                    plan.mint().forEach((id, ownerKey) -> minted.add(mint(id, ownerKey, keys.get(id))));
                    return minted;
                }))
                .compose(minted -> store.putSecrets(minted).map(minted))
                .onSuccess(minted -> LOG.info(
                        "secrets-minted count={} nkeys={}",
                        minted.size(),
                        minted.stream()
                                .filter(secret -> HandedCredential.numberOf(secret.sealed()) >= 0)
                                .count()));
    }

    /** Which of its owner's keys each is given, as it is handed out. */
    private Future<Map<PrincipalId, String>> offered(Collection<PrincipalId> ids, AuthMode mode, Owners owners) {
        if (mode == AuthMode.PASSWORD) {
            return Future.succeededFuture(Map.of());
        }
        return store.usedNkeys()
                .compose(used -> store.reports().map(reports -> {
                    Map<NodeId, Deque<String>> free = new HashMap<>();
                    Map<PrincipalId, String> keys = new HashMap<>();
                    for (PrincipalId id : ids) {
                        String key = Owner.of(id) instanceof Owner.Person person
                                ? ofPerson(owners.persons().get(person.person()), used)
                                : ofNode(id, owners, reports, used, free);
                        if (key != null) {
                            keys.put(id, key);
                        } else {
                            LOG.warn("nkey-missing principal={} instead=password until=rotated", id);
                        }
                    }
                    return keys;
                }));
    }

    private static @Nullable String ofPerson(@Nullable Person person, Set<String> used) {
        String nkey = person == null ? null : person.nkey();
        String key = nkey == null ? null : HandedCredential.publicKeyOf(nkey);
        return key == null || used.contains(key) || !UserKey.isPublic(key) ? null : nkey;
    }

    private static @Nullable String ofNode(
            PrincipalId id,
            Owners owners,
            Map<NodeId, Reported> reports,
            Set<String> used,
            Map<NodeId, Deque<String>> free) {
        NodeId node = ((Owner.Node) Owner.of(id)).node();
        Deque<String> offers = free.computeIfAbsent(node, one -> {
            Reported reported = reports.get(one);
            JsonObject reportedFacts =
                    reported == null ? new JsonObject() : reported.report().facts();
            Deque<String> newest = free(reportedFacts, used);
            Node enrolled = owners.nodes().get(one);
            return newest.isEmpty() && enrolled != null ? free(enrolled.facts(), used) : newest;
        });
        return offers.poll();
    }

    /** {@code nkeys: {first: 0, keys: [U…, …]}} */
    private static Deque<String> free(JsonObject facts, Set<String> used) {
        return facts.getValue("nkeys") instanceof JsonObject offer
                        && offer.getValue("first") instanceof Number first
                        && offer.getValue("keys") instanceof JsonArray keys
                ? NkeyOffers.free(first.longValue(), keys.getList(), used)
                : new ArrayDeque<>();
    }

    private PrincipalSecret mint(PrincipalId id, String ownerKey, @Nullable String nkey) {
        String publicKey = nkey == null ? null : HandedCredential.publicKeyOf(nkey);
        if (nkey != null && publicKey != null) {
            return new PrincipalSecret(id, publicKey, nkey, ownerKey);
        }
        Secret secret = Secret.mint(random);
        String sealed = Sealing.seal(new SealingKey.Public(ownerKey), id.value(), secret.reveal());
        return new PrincipalSecret(id, PasswordHash.of(secret, random), sealed, ownerKey);
    }

    private static Credentials credentials(
            SecretPlan plan, List<PrincipalSecret> minted, ControllerSecrets own, List<Retiring> retiring) {
        Map<PrincipalId, Credential> all = new TreeMap<>(plan.known());
        minted.forEach(secret -> all.put(secret.id(), Credential.of(secret.hash(), secret.sealed())));
        Map<PrincipalId, List<Credential>> still = new HashMap<>();
        for (PrincipalId id : List.of(PrincipalId.CONTROLLER, PrincipalId.STREAMS)) {
            still.put(id, own.beside(id));
        }
        retiring.forEach(old ->
                still.computeIfAbsent(old.id(), id -> new ArrayList<>()).add(Credential.of(old.hash(), old.sealed())));
        return new Credentials(all, still, own, plan.ownerless(), plan.dropped());
    }

    /** Another credential for each, not yet recorded; none for those without an owner any more. */
    Future<List<PrincipalSecret>> fresh(Collection<PrincipalId> ids, AuthMode mode) {
        return owners(Map.of()).compose(owners -> {
            Map<PrincipalId, String> keys = new TreeMap<>();
            ids.forEach(id -> proof(id, owners).ifPresent(proof -> {
                if (proof instanceof Proof.Key key) {
                    keys.put(id, key.publicKey());
                }
            }));
            return offered(keys.keySet(), mode, owners)
                    .compose(nkeys -> vertx.executeBlocking(() -> {
                        List<PrincipalSecret> minted = new ArrayList<>();
                        keys.forEach((id, ownerKey) -> {
                            PrincipalSecret one = mint(id, ownerKey, nkeys.get(id));
                            minted.add(nkeys.containsKey(id) ? one : underAnotherName(one));
                        });
                        return minted;
                    }));
        });
    }

    /** The server knows one password a user name, and two are to open for a while. */
    private PrincipalSecret underAnotherName(PrincipalSecret secret) {
        byte[] mark = new byte[USER_BYTES];
        random.nextBytes(mark);
        String user = secret.id() + "+" + HexFormat.of().formatHex(mark);
        return new PrincipalSecret(
                secret.id(), secret.hash(), HandedCredential.password(user, secret.sealed()), secret.ownerKey());
    }
}
