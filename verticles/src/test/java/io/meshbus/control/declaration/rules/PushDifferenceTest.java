package io.meshbus.control.declaration.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.account.Account;
import io.meshbus.sdk.account.Composition;
import io.meshbus.sdk.account.CompositionDifference;
import io.meshbus.sdk.account.Grant;
import io.meshbus.sdk.account.Principal;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PushDifferenceTest {
    private static Principal principal(String id, String... publish) {
        return new Principal(
                new PrincipalId(id),
                Account.MESH,
                Stream.of(publish).map(s -> new Grant(s, "", "")).toList(),
                List.of(new Grant("_INBOX." + id + ".>", "", "")),
                null);
    }

    private static Definition with(String artefact) {
        return NodeDeclarationTest.definition(
                List.of(NodeDeclarationTest.manifest("orders")),
                Map.of("modules/orders/orders.jar", new ArtefactRef(artefact.repeat(32), 1)));
    }

    @Test
    void aFirstPushAddsEverything() {
        PushDifference difference = PushDifference.of(
                null,
                with("ab"),
                new Composition(List.of()),
                new Composition(List.of(principal("orders.n1", "x"))),
                n -> true);
        assertThat(difference.nodes().added()).containsExactly("n1");
        assertThat(difference.modules().added()).containsExactly("orders");
        assertThat(difference.principals().added()).containsExactly("orders.n1");
        assertThat(difference.nodes().changed()).isEmpty();
    }

    @Test
    void showsTheLinesThatAPrincipalGainsAndLoses() {
        PushDifference difference = PushDifference.of(
                with("ab"),
                with("cd"),
                new Composition(List.of(principal("orders.n1", "a", "b"), principal("gone.n1", "x"))),
                new Composition(List.of(principal("orders.n1", "b", "c"), principal("new.n1", "x"))),
                n -> true);
        assertThat(difference.principals().added()).containsExactly("new.n1");
        assertThat(difference.principals().removed()).containsExactly("gone.n1");
        assertThat(difference.principals().changed())
                .containsExactly(new CompositionDifference.Change(
                        "orders.n1",
                        new CompositionDifference.Lines(List.of("c"), List.of("a")),
                        new CompositionDifference.Lines(List.of(), List.of())));
        assertThat(difference.nodes().changed()).containsExactly("n1");
        assertThat(difference.modules().changed())
                .containsExactly(new PushDifference.ModuleChange("orders", "1.0.0", "1.0.0"));
    }

    @Test
    void theSameAgainIsNoDifference() {
        Composition users = new Composition(List.of(principal("orders.n1", "a")));
        PushDifference difference = PushDifference.of(with("ab"), with("ab"), users, users, n -> false);
        assertThat(difference)
                .isEqualTo(new PushDifference(
                        new PushDifference.Names(List.of(), List.of(), List.of()),
                        new PushDifference.Modules(List.of(), List.of(), List.of()),
                        new CompositionDifference(List.of(), List.of(), List.of()),
                        List.of()));
    }
}
