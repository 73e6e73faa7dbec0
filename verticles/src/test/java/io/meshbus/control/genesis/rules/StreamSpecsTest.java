package io.meshbus.control.genesis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.bus.StreamAdmin.ConsumerSpec;
import io.meshbus.sdk.bus.StreamAdmin.Discard;
import io.meshbus.sdk.bus.StreamAdmin.Retention;
import io.meshbus.sdk.bus.StreamAdmin.StreamSpec;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.DefinitionReader;
import io.meshbus.sdk.manifest.DefinitionSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StreamSpecsTest {
    private static Definition definition(String consumes, String retention) {
        return DefinitionReader.read(new DefinitionSource(
                Map.of(
                        "mesh.yaml",
                        "mesh: demo\nnodes: { n1: {} }\nassignments: { a: [ n1 ], b: [ n1 ] }\n" + retention,
                        "modules/a/module.yaml",
                        "module: a\nversion: 1.0.0\nemits: { x: {}, y: {} }\nrun: { container: { image: i } }\n",
                        "modules/b/module.yaml",
                        "module: b\nversion: 1.0.0\nconsumes: [ " + consumes
                                + " ]\nrun: { container: { image: i } }\n"),
                Map.of()));
    }

    private static StreamSpec stream(StreamSpecs.Specs specs, String name) {
        return specs.streams().stream()
                .filter(spec -> spec.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static ConsumerSpec consumer(StreamSpecs.Specs specs, String name) {
        return specs.consumers().stream()
                .filter(spec -> spec.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void withoutADefinitionTheFixedStreamsStand() {
        StreamSpecs.Specs specs = StreamSpecs.of(List.of(), 1);
        assertThat(specs.streams().stream().map(StreamSpec::name))
                .containsExactly("CONTROL", "NODES", "EVENTS", "DEAD_IN", "DEAD", "ARTEFACTS", "KV_mesh_state");
        assertThat(specs.consumers().stream().map(c -> c.stream() + "/" + c.name()))
                .containsExactly("CONTROL/controller", "DEAD_IN/deadletter");
    }

    @Test
    void controlRefusesWhenItIsFullAndOneNoisySenderBlocksNobodyElse() {
        StreamSpec control = stream(StreamSpecs.of(List.of(), 1), "CONTROL");
        assertThat(control.retention()).isEqualTo(Retention.WORK_QUEUE);
        assertThat(control.discard()).isEqualTo(Discard.NEW);
        assertThat(control.discardNewPerSubject()).isTrue();
        assertThat(control.maxPerSubject()).isEqualTo(1_000);
        assertThat(control.maxBytes()).isEqualTo(1L << 30);
    }

    @Test
    void theFirstChunkOfAnArtefactStandsAndTheLastDeclarationDoes() {
        StreamSpecs.Specs specs = StreamSpecs.of(List.of(), 3);
        StreamSpec artefacts = stream(specs, "ARTEFACTS");
        assertThat(artefacts.discard()).isEqualTo(Discard.NEW);
        assertThat(artefacts.discardNewPerSubject()).isTrue();
        StreamSpec nodes = stream(specs, "NODES");
        assertThat(nodes.discard()).isEqualTo(Discard.OLD);
        assertThat(List.of(artefacts, nodes)).allSatisfy(spec -> {
            assertThat(spec.maxPerSubject()).isEqualTo(1);
            assertThat(spec.directGet()).isTrue();
            assertThat(spec.replicas()).isEqualTo(3);
        });
    }

    @Test
    void nothingButTheBucketAllowsRollUps() {
        assertThat(StreamSpecs.of(List.of(definition("a.x", "")), 1).streams())
                .allSatisfy(spec ->
                        assertThat(spec.allowRollup()).isEqualTo(spec.name().startsWith("KV_")));
    }

    @Test
    void duringARolloutNewFiltersComeLastAndOldOnesStay() {
        StreamSpecs.Specs specs = StreamSpecs.of(List.of(definition("a.x", ""), definition("a.y", "")), 1);
        assertThat(consumer(specs, "b").filters())
                .containsExactly("mesh.mod.b.redrive.>", "mesh.mod.a.event.x", "mesh.mod.a.event.y");
        assertThat(consumer(specs, "b").fromNow()).isTrue();
        assertThat(consumer(specs, "b").maxDeliver()).isEqualTo(5);
    }

    @Test
    void theNewestDefinitionSaysHowLongEventsAreKept() {
        StreamSpecs.Specs specs = StreamSpecs.of(
                List.of(
                        definition("a.x", "retention: { events: { maxAge: 1d, maxBytes: 64MiB } }"),
                        definition("a.x", "retention: { events: { maxAge: 2d } }")),
                1);
        assertThat(stream(specs, "EVENTS").maxAge()).isEqualTo(Duration.ofDays(2));
        assertThat(stream(specs, "EVENTS").maxBytes()).isEqualTo(1L << 30);
    }

    /** Module a emits two events: each may have a quarter of the stream in events of 4 KiB. */
    @Test
    void noEmitterFillsMoreThanHalfOfTheEvents() {
        StreamSpec events = stream(StreamSpecs.of(List.of(definition("a.x", "")), 1), "EVENTS");
        assertThat(events.maxPerSubject()).isEqualTo((1L << 30) / 4 / (4096 + 256));
        assertThat(events.discard()).isEqualTo(Discard.OLD);
        assertThat(events.discardNewPerSubject()).isFalse();
    }

    @Test
    void aBoundOnTheSizeOfAnEventMakesTheShareStrict() {
        StreamSpec events = stream(
                StreamSpecs.of(
                        List.of(definition("a.x", "retention: { events: { maxBytes: 16MiB, maxEvent: 64KiB } }")), 1),
                "EVENTS");
        assertThat(events.maxMessageBytes()).isEqualTo(64 << 10);
        assertThat(2 * events.maxPerSubject() * ((64 << 10) + 256)).isLessThanOrEqualTo(8 << 20);
    }
}
