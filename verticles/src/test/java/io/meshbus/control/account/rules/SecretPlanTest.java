package io.meshbus.control.account.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.control.account.rules.SecretPlan.Held;
import io.meshbus.control.account.rules.SecretPlan.Proof;
import io.meshbus.sdk.account.Credential;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.TokenId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SecretPlanTest {
    private static final PrincipalId ORDERS = new PrincipalId("orders.n1");
    private static final String HASH = "$2a$04$" + "x".repeat(53);
    private static final PrincipalId TOKEN = new PrincipalId("enrol.t1");

    private static SecretPlan plan(Map<PrincipalId, Held> held, Proof proof) {
        return SecretPlan.of(List.of(ORDERS), held, id -> Optional.ofNullable(proof));
    }

    @Test
    void aHeldSecretIsReused() {
        SecretPlan plan = plan(Map.of(ORDERS, new Held(HASH, "sealed", "k1")), new Proof.Key("k1"));
        assertThat(plan.known()).containsOnly(Map.entry(ORDERS, new Credential.PasswordHash(HASH)));
        assertThat(plan.mint()).isEmpty();
    }

    @Test
    void anOwnerWithAnotherKeyGetsANewOne() {
        SecretPlan plan = plan(Map.of(ORDERS, new Held(HASH, "sealed", "k1")), new Proof.Key("k2"));
        assertThat(plan.known()).isEmpty();
        assertThat(plan.mint()).containsOnly(Map.entry(ORDERS, "k2"));
        assertThat(plan.dropped()).isEmpty();
    }

    @Test
    void aHashThatCameWithTheOwnerIsTakenAsItIs() {
        SecretPlan plan = SecretPlan.of(
                List.of(TOKEN), Map.of(), id -> Optional.of(new Proof.Known(new Credential.PasswordHash(HASH))));
        assertThat(plan.known()).containsOnly(Map.entry(TOKEN, new Credential.PasswordHash(HASH)));
    }

    @Test
    void aPrincipalWhoseOwnerIsGoneIsNotListedAndKeepsItsSecretUntilItIsComposedNoMore() {
        SecretPlan plan = plan(Map.of(ORDERS, new Held(HASH, "sealed", "k1")), null);
        assertThat(plan.ownerless()).containsOnly(ORDERS);
        assertThat(plan.known()).isEmpty();
        assertThat(plan.dropped()).isEmpty();
    }

    @Test
    void secretsOfPrincipalsComposedNoMoreAreDropped() {
        PrincipalId old = new PrincipalId("old.n1");
        SecretPlan plan = plan(Map.of(old, new Held(HASH, "sealed", "k1")), new Proof.Key("k1"));
        assertThat(plan.dropped()).containsExactly(old);
    }

    @Test
    void aNameTellsItsOwner() {
        assertThat(Owner.of(PrincipalId.CONTROLLER)).isEqualTo(new Owner.Controller());
        assertThat(Owner.of(PrincipalId.STREAMS)).isEqualTo(new Owner.Controller());
        assertThat(Owner.of(ORDERS)).isEqualTo(new Owner.Node(new NodeId("n1")));
        assertThat(Owner.of(PrincipalId.host(new NodeId("n1")))).isEqualTo(new Owner.Node(new NodeId("n1")));
        assertThat(Owner.of(PrincipalId.person(new PersonId("ann")))).isEqualTo(new Owner.Person(new PersonId("ann")));
        assertThat(Owner.of(TOKEN)).isEqualTo(new Owner.Token(new TokenId("t1")));
        assertThatThrownBy(() -> Owner.of(new PrincipalId("loner"))).isInstanceOf(IllegalArgumentException.class);
    }
}
