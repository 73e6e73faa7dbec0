package io.meshbus.sdk.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.manifest.Sources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What was composed before never shows in the result, only in what is not made again. */
class ComposingTest {
    private static final int CHANGES = 25;

    @Property(tries = 60)
    void composedStepByStepItIsAsComposedFromNothing(@ForAll long seed) {
        ChangingMesh mesh = new ChangingMesh(new Random(seed));
        List<DesiredMesh> states = new ArrayList<>();
        Composing step = Composing.NOTHING;
        for (int change = 0; change < CHANGES; change++) {
            mesh.change();
            DesiredMesh desired = mesh.desired();
            states.add(desired);
            step = step.next(desired);
            assertThat(step.composition()).isEqualTo(Composer.compose(desired));
        }
        // And from any state to any other, not only to the next.
        Random jump = new Random(seed);
        for (int change = 0; change < CHANGES; change++) {
            DesiredMesh desired = states.get(jump.nextInt(states.size()));
            step = step.next(desired);
            assertThat(step.composition()).isEqualTo(Composer.compose(desired));
        }
    }

    @Test
    void aChangeMakesOnlyItsOwnPrincipals() {
        Map<PersonId, Rights> persons = Map.of(new PersonId("admin"), Rights.ADMIN);
        Composing before = Composing.NOTHING.next(Meshes.of(Sources.shop(), persons));
        DefinitionSource changed = Sources.shop("modules/clock/module.yaml", "tick: {}", "tick: {}, tock: {}");
        Composing after = before.next(Meshes.of(changed, persons));
        assertThat(made(before, after)).containsExactly("clock.hub");
        assertThat(made(after, after.next(Meshes.of(changed, persons)))).isEmpty();
    }

    @Test
    void aNewToolIsMadeForWhoMayCallItToo() {
        Map<PersonId, Rights> persons = Map.of(
                new PersonId("admin"),
                Rights.ADMIN,
                new PersonId("bob"),
                new Rights(false, List.of(), java.util.Set.of()));
        Composing before = Composing.NOTHING.next(Meshes.of(Sources.shop(), persons));
        DefinitionSource changed = Sources.shop("modules/clock/module.yaml", "emits:", "serves: { now: {} }\nemits:");
        assertThat(made(before, before.next(Meshes.of(changed, persons))))
                .containsExactly("clock.hub", "person.admin", "person.bob");
    }

    @Test
    void aNodeMakesItsHostAndItsModules() {
        DesiredMesh all = Meshes.shop();
        DesiredMesh some = new DesiredMesh(
                all.definitions(), Meshes.nodes("hub", "n1"), all.tokens(), all.persons(), all.answers());
        Composing before = Composing.NOTHING.next(some);
        assertThat(made(before, before.next(all))).containsExactly("host.n2", "orders.n2", "pricing.n2");
    }

    /** Names of the principals of {@code after} that are other objects than in {@code before}. */
    private static List<String> made(Composing before, Composing after) {
        return after.composition().principals().stream()
                .filter(principal -> before.composition().find(principal.id()).orElse(null) != principal)
                .map(principal -> principal.id().value())
                .filter(name -> !name.startsWith("controller"))
                .toList();
    }
}
