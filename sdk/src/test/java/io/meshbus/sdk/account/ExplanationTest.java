package io.meshbus.sdk.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.account.Explanation.Direction;
import io.meshbus.sdk.account.Rights.Right;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.problem.ProblemException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplanationTest {
    private final Composition composition =
            Composer.compose(Meshes.shop("bob", new Rights(false, List.of("pricing.quote"), Set.of(Right.STATUS))));

    private Explanation explain(String principal, String direction, String subject) {
        return Explanation.of(
                composition,
                new PrincipalId(principal),
                Direction.valueOf(direction.toUpperCase(java.util.Locale.ROOT)),
                subject);
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        orders.n1 | publish | mesh.mod.pricing.tool.quote | orders.n1 may publish to mesh.mod.pricing.tool.quote: uses pricing.quote (modules/orders/module.yaml:11, which gives "mesh.mod.pricing.tool.quote")
        orders.n1 | publish | $JS.ACK.EVENTS.orders.1.2.3.4.5 | orders.n1 may publish to $JS.ACK.EVENTS.orders.1.2.3.4.5: consumes clock.tick and others (modules/orders/module.yaml:5, which gives "$JS.ACK.EVENTS.orders.>")
        pricing.n2 | publish | _INBOX.orders.n1.abc | pricing.n2 may publish to _INBOX.orders.n1.abc: answers orders, which uses pricing.quote (modules/orders/module.yaml:11, which gives "_INBOX.orders.*.>")
        pricing.n2 | subscribe | mesh.mod.pricing.tool.quote quote | pricing.n2 may subscribe mesh.mod.pricing.tool.quote quote: serves quote (modules/pricing/module.yaml:4, which gives "mesh.mod.pricing.tool.quote quote")
        host.n1 | publish | mesh.control.n1.report | host.n1 may publish to mesh.control.n1.report: reports about its own node (spec 2.5, which gives "mesh.control.n1.>")
        """)
    void namesTheRuleAndTheLine(String principal, String direction, String subject, String expected) {
        Explanation explanation = explain(principal, direction, subject);
        assertThat(explanation.text()).isEqualTo(expected);
        assertThat(explanation.allowed()).isTrue();
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        orders.n1 | publish | mesh.mod.pricing.tool.qoute | mesh.mod.pricing.tool.quote | add `uses: [ pricing.qoute ]` to modules/orders/module.yaml
        orders.n1 | publish | mesh.mod.orders.event.paid | mesh.mod.orders.event.placed | add `emits: { paid: {} }` to modules/orders/module.yaml
        orders.n1 | publish | mesh.mod.clock.event.tick | mesh.mod.orders.dead | only clock says what it emits
        orders.n1 | publish | mesh.seat.pricing-desk.accept.sell | mesh.seat.pricing-desk.accept.price | add `seats: { submits: [ pricing-desk.sell ] }` to modules/orders/module.yaml
        orders.n1 | subscribe | mesh.mod.orders.tool.place | mesh.mod.orders.tool.place place | serve in the queue group place
        orders.n1 | subscribe | mesh.mod.clock.event.tick | mesh.mod.orders.tool.place place | add `consumes: [ clock.tick ]`
        orders.n1 | publish | $JS.API.STREAM.DELETE.CONTROL | | no manifest line grants this to anybody
        orders.n1 | publish | mesh.mod.pricing.tool.* | mesh.mod.pricing.tool.quote | not to a pattern
        orders.n1 | publish | _INBOX.orders.n1.x | | no manifest line grants this to anybody
        host.n1 | publish | mesh.control.n2.report | mesh.control.n1.> | the lists of a host are fixed (spec 2.5)
        person.bob | publish | mesh.mod.orders.tool.place | mesh.mod.pricing.tool.quote | allow it with `operator issue bob --tools orders.place`
        person.bob | publish | mesh.ask.hub.push.bob | mesh.ask.*.modules.bob | it needs the right push
        person.bob | publish | mesh.ask.hub.status.eve | mesh.ask.*.status.bob | nobody asks in the name of another
        person.bob | subscribe | mesh.mod.clock.event.tick | | it needs the right tail
        """)
    void aRefusalNamesTheNearestGrantAndWhatToAdd(
            String principal, String direction, String subject, String nearest, String toAdd) {
        Explanation explanation = explain(principal, direction, subject);
        assertThat(explanation.allowed()).isFalse();
        assertThat(explanation.text()).startsWith(principal + " may not ").contains(toAdd);
        if (nearest == null) {
            assertThat(explanation.grant()).isNull();
        } else {
            assertThat(explanation.grant())
                    .isNotNull()
                    .extracting(Grant::subject)
                    .isEqualTo(nearest);
        }
    }

    @Test
    void everyGrantedLineOfTheListExplainsItself() {
        for (Principal principal : composition.principals()) {
            for (Grant grant : principal.publish()) {
                String subject = grant.subject().replace("*", "x").replace(">", "x.y");
                assertThat(Explanation.of(composition, principal.id(), Direction.PUBLISH, subject)
                                .allowed())
                        .isTrue();
            }
            for (Grant grant : principal.subscribe()) {
                assertThat(Explanation.of(composition, principal.id(), Direction.SUBSCRIBE, grant.subject())
                                .allowed())
                        .isTrue();
            }
        }
    }

    @Test
    void anUnknownPrincipalIsAnsweredWithTheNearest() {
        assertThatThrownBy(() -> explain("orders.n3", "publish", "x.y"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("there is no principal orders.n3: did you mean orders.n1");
        assertThatThrownBy(() -> explain("orders.n1", "publish", "x..y"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("BAD_SUBJECT");
    }
}
