package io.meshbus.sdk.account;

import static io.meshbus.sdk.account.Meshes.publish;
import static io.meshbus.sdk.account.Meshes.subscribe;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.account.DesiredMesh.Answers;
import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.account.Rights.Right;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.manifest.Sources;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every kind of principal with its whole lists, written by hand from the table of spec 2.5. */
class ComposerTest {
    /** SHA-256 of STREAMS, first eight bytes (facts 2). */
    private static final String V2 = "$JS.ACK._." + Rules.STREAMS_HASH + ".";

    private final Composition shop = Composer.compose(Meshes.shop());

    @Test
    void composesExactlyThePrincipalsOfTheMeshInOrder() {
        assertThat(shop.principals())
                .extracting(principal -> principal.id().value())
                .containsExactly(
                        "clock.hub",
                        "controller",
                        "controller.streams",
                        "enrol.t7",
                        "host.hub",
                        "host.n1",
                        "host.n2",
                        "orders.n1",
                        "orders.n2",
                        "pricing.n2");
        assertThat(shop.principals())
                .filteredOn(principal -> principal.account() != Account.MESH)
                .extracting(principal -> principal.id().value(), Principal::account)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("controller.streams", Account.STREAMS));
    }

    @Test
    void theController() {
        assertThat(publish(shop, "controller"))
                .containsExactly(
                        "_INBOX.>",
                        "mesh.node.*.declare",
                        "mesh.seat.mesh-catalog.event.changed",
                        "mesh.seat.mesh-controller.event.bus_observed",
                        "mesh.seat.mesh-controller.event.module_changed",
                        "mesh.seat.mesh-controller.event.node_changed");
        assertThat(subscribe(shop, "controller"))
                .containsExactly(
                        "_INBOX.controller.>",
                        "mesh.ask.> ask",
                        "mesh.control.*.alive",
                        "mesh.seat.mesh-catalog.tool.catalog_events catalog_events",
                        "mesh.seat.mesh-catalog.tool.catalog_modules catalog_modules",
                        "mesh.seat.mesh-catalog.tool.catalog_seats catalog_seats",
                        "mesh.seat.mesh-catalog.tool.catalog_tools catalog_tools");
    }

    @Test
    void theControllerInStreams() {
        assertThat(publish(shop, "controller.streams"))
                .containsExactly(
                        "$JS.ACK.>",
                        "$JS.API.>",
                        "$KV.mesh_state.>",
                        "mesh.artefact.>",
                        "mesh.control.push",
                        "mesh.events.dead",
                        "mesh.mod.*.redrive.>",
                        "mesh.node.*.declare",
                        "mesh.seat.*.accept.>");
        assertThat(subscribe(shop, "controller.streams"))
                .containsExactly("$JS.EVENT.ADVISORY.>", "_INBOX.controller.streams.>");
    }

    @Test
    void aHost() {
        assertThat(publish(shop, "host.n1"))
                .containsExactly(
                        "mesh.control.n1.>",
                        "streams.API.DIRECT.GET.ARTEFACTS.mesh.artefact.*.*",
                        "streams.API.DIRECT.GET.NODES.mesh.node.n1.declare");
        assertThat(subscribe(shop, "host.n1")).containsExactly("_INBOX.host.n1.>", "mesh.node.n1.declare");
    }

    @Test
    void anEnrolmentToken() {
        assertThat(publish(shop, "enrol.t7")).containsExactly("mesh.control.enrol");
        assertThat(subscribe(shop, "enrol.t7")).containsExactly("_INBOX.enrol.t7.>");
    }

    @Test
    void aModuleThatOnlyEmits() {
        assertThat(publish(shop, "clock.hub")).containsExactly("mesh.mod.clock.event.tick");
        assertThat(subscribe(shop, "clock.hub")).containsExactly("_INBOX.clock.hub.>");
    }

    @Test
    void aModuleThatEmitsConsumesServesUsesWatchesAndSubmits() {
        assertThat(publish(shop, "orders.n1"))
                .containsExactly(
                        "$JS.ACK.EVENTS.orders.>",
                        V2 + "EVENTS.orders.>",
                        "mesh.mod.orders.dead",
                        "mesh.mod.orders.event.placed",
                        "mesh.mod.pricing.tool.quote",
                        "mesh.seat.mesh-catalog.tool.catalog_tools",
                        "mesh.seat.pricing-desk.accept.price",
                        "streams.API.CONSUMER.MSG.NEXT.EVENTS.orders",
                        "streams.API.DIRECT.GET.KV_mesh_state.$KV.mesh_state.module.pricing",
                        "streams.API.DIRECT.GET.KV_mesh_state.$KV.mesh_state.node.*");
        assertThat(subscribe(shop, "orders.n1"))
                .containsExactly(
                        "$SRV.INFO",
                        "$SRV.INFO.orders",
                        "$SRV.INFO.orders.*",
                        "$SRV.PING",
                        "$SRV.PING.orders",
                        "$SRV.PING.orders.*",
                        "$SRV.STATS",
                        "$SRV.STATS.orders",
                        "$SRV.STATS.orders.*",
                        "_INBOX.orders.n1.>",
                        "mesh.mod.orders.tool.place place");
    }

    @Test
    void aModuleThatServesOneCallerAndHoldsASeat() {
        assertThat(publish(shop, "pricing.n2"))
                .containsExactly(
                        "$JS.ACK.SEAT_pricing-desk.holders.>",
                        V2 + "SEAT_pricing-desk.holders.>",
                        "_INBOX.orders.*.>",
                        "mesh.mod.pricing.dead",
                        "mesh.seat.pricing-desk.event.priced",
                        "streams.API.CONSUMER.MSG.NEXT.SEAT_pricing-desk.holders");
        assertThat(subscribe(shop, "pricing.n2"))
                .containsExactly(
                        "$SRV.INFO",
                        "$SRV.INFO.pricing",
                        "$SRV.INFO.pricing.*",
                        "$SRV.PING",
                        "$SRV.PING.pricing",
                        "$SRV.PING.pricing.*",
                        "$SRV.STATS",
                        "$SRV.STATS.pricing",
                        "$SRV.STATS.pricing.*",
                        "_INBOX.pricing.n2.>",
                        "mesh.mod.pricing.tool.quote quote",
                        "mesh.seat.pricing-desk.tool.backlog backlog");
    }

    @Test
    void aModuleWithNothingToPublishMayPublishToItselfOnly() {
        DefinitionSource silent = Sources.shop("modules/orders/module.yaml", "- clock.tick\n  ", "");
        silent = Sources.changed(silent, "modules/clock/module.yaml", "emits: { tick: {} }\n", "");
        Composition composition = Composer.compose(Meshes.of(silent, Map.of()));
        assertThat(publish(composition, "clock.hub")).containsExactly("_INBOX.clock.hub.>");
        assertThat(subscribe(composition, "clock.hub")).containsExactly("_INBOX.clock.hub.>");
    }

    @Test
    void aHolderOfTheBuilderStoresArtefacts() {
        DefinitionSource builder =
                Sources.shop("modules/clock/module.yaml", "emits:", "seats: { holds: [ mesh-builder ] }\nemits:");
        assertThat(publish(Composer.compose(Meshes.of(builder, Map.of())), "clock.hub"))
                .containsExactly(
                        "$JS.ACK.SEAT_mesh-builder.holders.>",
                        V2 + "SEAT_mesh-builder.holders.>",
                        "mesh.artefact.*.*",
                        "mesh.mod.clock.dead",
                        "mesh.mod.clock.event.tick",
                        "mesh.seat.mesh-builder.event.built",
                        "mesh.seat.mesh-builder.event.failed",
                        "streams.API.CONSUMER.MSG.NEXT.SEAT_mesh-builder.holders");
    }

    @Test
    void aPersonWithNothingSeesTheCatalogue() {
        Composition composition = Composer.compose(Meshes.shop("eve", new Rights(false, List.of(), Set.of())));
        assertThat(publish(composition, "person.eve"))
                .containsExactly(
                        "mesh.seat.mesh-catalog.tool.catalog_events",
                        "mesh.seat.mesh-catalog.tool.catalog_modules",
                        "mesh.seat.mesh-catalog.tool.catalog_seats",
                        "mesh.seat.mesh-catalog.tool.catalog_tools");
        assertThat(subscribe(composition, "person.eve")).containsExactly("_INBOX.person.eve.>");
        assertThat(publish(composition, "pricing.n2")).doesNotContain("_INBOX.person.*.>");
    }

    @Test
    void aPersonWithAToolAndARight() {
        Rights rights = new Rights(false, List.of("pricing.*", "seat:pricing-desk.backlog"), Set.of(Right.STATUS));
        Composition composition = Composer.compose(Meshes.shop("bob", rights));
        assertThat(publish(composition, "person.bob"))
                .containsExactly(
                        "mesh.ask.*.modules.bob",
                        "mesh.ask.*.nodes.bob",
                        "mesh.ask.*.seat_queue.bob",
                        "mesh.ask.*.seats.bob",
                        "mesh.ask.*.status.bob",
                        "mesh.ask.*.streams.bob",
                        "mesh.mod.pricing.tool.quote",
                        "mesh.seat.mesh-catalog.tool.catalog_events",
                        "mesh.seat.mesh-catalog.tool.catalog_modules",
                        "mesh.seat.mesh-catalog.tool.catalog_seats",
                        "mesh.seat.mesh-catalog.tool.catalog_tools",
                        "mesh.seat.pricing-desk.tool.backlog");
        assertThat(subscribe(composition, "person.bob")).containsExactly("_INBOX.person.bob.>");
        assertThat(publish(composition, "pricing.n2")).contains("_INBOX.orders.*.>", "_INBOX.person.*.>");
        assertThat(publish(composition, "orders.n1")).doesNotContain("_INBOX.person.*.>");
    }

    @Test
    void anAdministrator() {
        Composition composition = Composer.compose(Meshes.shop("admin", Rights.ADMIN));
        assertThat(publish(composition, "person.admin"))
                .containsExactly(
                        "$SRV.>",
                        "mesh.artefact.*.*",
                        "mesh.ask.*.accounts_check.admin",
                        "mesh.ask.*.accounts_diff.admin",
                        "mesh.ask.*.accounts_explain.admin",
                        "mesh.ask.*.accounts_rotate.admin",
                        "mesh.ask.*.accounts_show.admin",
                        "mesh.ask.*.audit_list.admin",
                        "mesh.ask.*.audit_verify.admin",
                        "mesh.ask.*.dead_drop.admin",
                        "mesh.ask.*.dead_list.admin",
                        "mesh.ask.*.dead_redrive.admin",
                        "mesh.ask.*.dead_show.admin",
                        "mesh.ask.*.modules.admin",
                        "mesh.ask.*.node_remove.admin",
                        "mesh.ask.*.nodes.admin",
                        "mesh.ask.*.person_issue.admin",
                        "mesh.ask.*.person_list.admin",
                        "mesh.ask.*.person_revoke.admin",
                        "mesh.ask.*.push.admin",
                        "mesh.ask.*.push_source.admin",
                        "mesh.ask.*.pushes.admin",
                        "mesh.ask.*.seat_cancel.admin",
                        "mesh.ask.*.seat_outcome.admin",
                        "mesh.ask.*.seat_queue.admin",
                        "mesh.ask.*.seats.admin",
                        "mesh.ask.*.status.admin",
                        "mesh.ask.*.streams.admin",
                        "mesh.ask.*.token_issue.admin",
                        "mesh.ask.*.token_list.admin",
                        "mesh.ask.*.token_revoke.admin",
                        "mesh.mod.orders.tool.place",
                        "mesh.mod.pricing.tool.quote",
                        "mesh.seat.mesh-builder.accept.build",
                        "mesh.seat.mesh-catalog.tool.catalog_events",
                        "mesh.seat.mesh-catalog.tool.catalog_modules",
                        "mesh.seat.mesh-catalog.tool.catalog_seats",
                        "mesh.seat.mesh-catalog.tool.catalog_tools",
                        "mesh.seat.pricing-desk.accept.price",
                        "mesh.seat.pricing-desk.tool.backlog");
        assertThat(subscribe(composition, "person.admin"))
                .containsExactly("_INBOX.person.admin.>", "mesh.mod.*.event.>");
    }

    @Test
    void allowResponsesReplacesTheInboxesOfCallers() {
        DefinitionSource source = Sources.shop("mesh.yaml", "answers: derived", "answers: allow_responses");
        Composition composition = Composer.compose(Meshes.of(source, Map.of(new PersonId("admin"), Rights.ADMIN)));
        assertThat(publish(composition, "pricing.n2")).noneMatch(subject -> subject.startsWith("_INBOX."));
        assertThat(Meshes.find(composition, "pricing.n2").answersWithin()).isEqualTo(Duration.ofSeconds(5));
        assertThat(Meshes.find(composition, "orders.n1").answersWithin()).isEqualTo(Duration.ofSeconds(7));
        assertThat(Stream.of("clock.hub", "host.n1", "person.admin", "controller", "controller.streams", "enrol.t7"))
                .allSatisfy(id ->
                        assertThat(Meshes.find(composition, id).answersWithin()).isNull());
    }

    @Test
    void theMeshsOwnWordOnAnswersWins() {
        DesiredMesh derived = Meshes.shop();
        assertThat(Composer.compose(Meshes.with(derived, Answers.ALLOW_RESPONSES)))
                .isEqualTo(shop);
        DefinitionSource unsaid = Sources.shop("mesh.yaml", "answers: derived\n", "");
        DesiredMesh mesh = Meshes.with(Meshes.of(unsaid, Map.of()), Answers.ALLOW_RESPONSES);
        assertThat(Meshes.find(Composer.compose(mesh), "pricing.n2").allowResponses())
                .isTrue();
    }

    @Test
    void aNodeThatIsNotEnrolledHasNoPrincipals() {
        DesiredMesh all = Meshes.shop();
        DesiredMesh some = new DesiredMesh(all.definitions(), Meshes.nodes("n1"), Set.of(), Map.of(), Answers.DERIVED);
        assertThat(Composer.compose(some).principals())
                .extracting(principal -> principal.id().value())
                .containsExactly("controller", "controller.streams", "host.n1", "orders.n1");
    }

    @Test
    void grantsOfAnOlderDefinitionLiveWhereItStillCounts() {
        Definition older = DefinitionReader.read(Sources.shop());
        DefinitionSource changed = Sources.shop("modules/orders/module.yaml", "  - pricing.quote\n", "");
        Definition newer = DefinitionReader.read(changed);
        DesiredMesh mesh = new DesiredMesh(
                List.of(
                        new Living(older, Meshes.nodes("n1")),
                        new Living(newer, newer.nodes().keySet())),
                Meshes.nodes("hub", "n1", "n2"),
                Set.of(),
                Map.of(),
                Answers.DERIVED);
        Composition composition = Composer.compose(mesh);
        assertThat(publish(composition, "orders.n1")).contains("mesh.mod.pricing.tool.quote");
        assertThat(publish(composition, "orders.n2")).doesNotContain("mesh.mod.pricing.tool.quote");
        assertThat(publish(composition, "pricing.n2")).contains("_INBOX.orders.*.>");
        assertThat(Meshes.find(composition, "pricing.n2").publish())
                .filteredOn(grant -> grant.subject().equals("mesh.mod.pricing.dead"))
                .hasSize(1);
    }

    @Test
    void everyGrantSaysWhyAndWhere() {
        assertThat(Meshes.find(shop, "orders.n1").publish())
                .contains(
                        new Grant("mesh.mod.pricing.tool.quote", "uses pricing.quote", "modules/orders/module.yaml:11"),
                        new Grant(
                                "mesh.seat.pricing-desk.accept.price",
                                "submits pricing-desk.price",
                                "modules/orders/module.yaml:15"));
        assertThat(Meshes.find(shop, "pricing.n2").publish())
                .contains(new Grant(
                        "_INBOX.orders.*.>",
                        "answers orders, which uses pricing.quote",
                        "modules/orders/module.yaml:11"));
        assertThat(shop.principals())
                .flatExtracting(principal -> Stream.concat(principal.publish().stream(), principal.subscribe().stream())
                        .toList())
                .allSatisfy(grant -> {
                    assertThat(grant.reason()).isNotBlank();
                    assertThat(grant.where()).matches("spec 2\\.5|modules/[a-z]+/module\\.yaml:[0-9]+");
                });
    }

    @Test
    void onlyTheControllerHoldsWhatIsTooWide() {
        Composition composition = Composer.compose(Meshes.shop("admin", Rights.ADMIN));
        assertThat(composition.principals())
                .filteredOn(principal -> !principal.id().value().startsWith("controller"))
                .allSatisfy(principal -> assertThat(principal.publish())
                        .extracting(Grant::subject)
                        .noneMatch(subject -> subject.equals("_INBOX.>") || subject.equals(">"))
                        .noneMatch(subject -> subject.startsWith("$JS.API") || subject.startsWith("$JS.ACK.*"))
                        .noneMatch(subject -> subject.contains(".STREAM.") || subject.contains("CONSUMER.CREATE")));
    }

    @Test
    void noInboxIsHeardByTwo() {
        Composition composition = Composer.compose(Meshes.shop("admin", Rights.ADMIN));
        List<String> inboxes = composition.principals().stream()
                .flatMap(principal -> principal.subscribe().stream())
                .map(Grant::subject)
                .filter(subject -> subject.startsWith("_INBOX"))
                .toList();
        assertThat(inboxes).doesNotHaveDuplicates().hasSameSizeAs(composition.principals());
    }

    @Test
    void theSameMeshInAnotherOrderComposesTheSame() {
        DesiredMesh mesh =
                Meshes.of(Sources.shop(), Map.of(new PersonId("a"), Rights.ADMIN, new PersonId("b"), Rights.ADMIN));
        List<NodeId> nodes = new java.util.ArrayList<>(mesh.enrolled());
        Collections.reverse(nodes);
        DesiredMesh again = new DesiredMesh(
                mesh.definitions(),
                new java.util.LinkedHashSet<>(nodes),
                mesh.tokens(),
                mesh.persons(),
                mesh.answers());
        assertThat(Composer.compose(again)).isEqualTo(Composer.compose(mesh));
    }
}
