package io.meshbus.control.declaration.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.control.declaration.rules.NodeDeclaration.Composed;
import io.meshbus.control.declaration.rules.NodeDeclaration.MeshFacts;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.Definition.ArtefactRef;
import io.meshbus.sdk.manifest.Definition.Assignment;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NodeDeclarationTest {
    static final NodeId N1 = new NodeId("n1");
    static final MeshFacts FACTS = new MeshFacts("mesh-id", 1, List.of("tls://h:1"), List.of("pin"));

    static Manifest manifest(String name, String... needs) {
        return new Manifest(
                new ModuleId(name),
                "1.0.0",
                Map.of(),
                List.of(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Stream.of(needs).map(ModuleId::new).toList(),
                new Manifest.Run(new Manifest.Verticle("x.Y", name + ".jar", 1), null, null),
                List.of(new Manifest.Resource("conf/app.yaml", "files/app.yaml", null)),
                new JsonObject().put("a", 1),
                List.of(),
                new Manifest.Rollout(1, Duration.ZERO, "halt"),
                Manifest.Delivery.DEFAULT);
    }

    static Definition definition(List<Manifest> manifests, Map<String, ArtefactRef> artefacts) {
        Map<ModuleId, Manifest> modules = new LinkedHashMap<>();
        manifests.forEach(m -> modules.put(m.module(), m));
        return new Definition(
                "demo",
                Map.of(N1, Map.of()),
                manifests.stream().map(m -> new Assignment(m.module(), N1)).toList(),
                modules,
                Map.of(),
                artefacts,
                Map.of());
    }

    static DefinitionSource source(String content) {
        return new DefinitionSource(
                Map.of(
                        "mesh.yaml",
                        "",
                        "modules/orders/files/app.yaml",
                        content,
                        "modules/ordersx/files/app.yaml",
                        "no"),
                Map.of());
    }

    private static Map<PrincipalId, String> sealed(String... modules) {
        Map<PrincipalId, String> sealed = new HashMap<>();
        for (String module : modules) {
            sealed.put(new PrincipalId(module + ".n1"), "sealed-" + module);
        }
        return sealed;
    }

    private static Declaration whole(Composed composed) {
        return ((Composed.Whole) composed).declaration();
    }

    private static String bytes(Composed composed) {
        return WireCodec.encode(whole(composed)).toString();
    }

    @Test
    void carriesTheModulesOwnFilesArtefactsAndCredentials() {
        Map<String, ArtefactRef> artefacts = Map.of(
                "modules/orders/orders.jar", new ArtefactRef("ab".repeat(32), 7),
                "modules/ordersx/other.jar", new ArtefactRef("cd".repeat(32), 8));
        Declaration declaration = whole(NodeDeclaration.compose(
                FACTS, definition(List.of(manifest("orders")), artefacts), source("a: 1"), N1, sealed("orders")));
        Declaration.ModuleDeclaration orders = declaration.modules().get(0);
        assertThat(orders.artefacts()).containsOnlyKeys("orders.jar");
        assertThat(orders.files()).isEqualTo(Map.of("conf/app.yaml", "a: 1"));
        assertThat(orders.credentials()).isEqualTo("sealed-orders");
        assertThat(declaration.mesh()).isEqualTo("mesh-id");
    }

    @Test
    void startsWhatIsNeededFirst() {
        List<Manifest> manifests =
                List.of(manifest("a", "c"), manifest("b"), manifest("c", "d", "elsewhere"), manifest("d"));
        assertThat(StartOrder.of(manifests).stream().map(m -> m.module().value()))
                .containsExactly("b", "d", "c", "a");
    }

    @Test
    void aCycleIsAnErrorAndNoEndlessLoop() {
        assertThatThrownBy(() -> StartOrder.of(List.of(manifest("a", "b"), manifest("b", "a"))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void namesThePrincipalsWithoutCredentials() {
        Composed composed = NodeDeclaration.compose(
                FACTS,
                definition(List.of(manifest("orders"), manifest("billing")), Map.of()),
                source(""),
                N1,
                sealed("orders"));
        assertThat(composed).isEqualTo(new Composed.Lacking(List.of(new PrincipalId("billing.n1"))));
    }

    @Test
    void theSameDesiredStateGivesTheSameBytesWhateverTheOrderOfMaps() {
        Definition one = definition(List.of(manifest("b"), manifest("a")), Map.of());
        Definition two = definition(List.of(manifest("a"), manifest("b")), Map.of());
        assertThat(bytes(NodeDeclaration.compose(FACTS, one, source("x"), N1, sealed("a", "b"))))
                .isEqualTo(bytes(NodeDeclaration.compose(FACTS, two, source("x"), N1, sealed("b", "a"))));
    }

    @Test
    void everyPartOfItChangesTheBytes() {
        Definition definition = definition(List.of(manifest("orders")), Map.of());
        String before = bytes(NodeDeclaration.compose(FACTS, definition, source("x"), N1, sealed("orders")));
        MeshFacts later = new MeshFacts("mesh-id", 2, List.of("tls://h:1"), List.of("pin"));
        assertThat(Stream.of(
                                NodeDeclaration.compose(later, definition, source("x"), N1, sealed("orders")),
                                NodeDeclaration.compose(FACTS, definition, source("y"), N1, sealed("orders")),
                                NodeDeclaration.compose(
                                        FACTS,
                                        definition,
                                        source("x"),
                                        N1,
                                        Map.of(new PrincipalId("orders.n1"), "again")))
                        .map(NodeDeclarationTest::bytes))
                .doesNotContain(before)
                .doesNotHaveDuplicates();
    }

    @Test
    void aNodeOutsideTheDefinitionIsToldToRunNothing() {
        assertThat(whole(NodeDeclaration.compose(
                                FACTS,
                                definition(List.of(manifest("a")), Map.of()),
                                source(""),
                                new NodeId("n9"),
                                Map.of()))
                        .modules())
                .isEmpty();
    }
}
