package io.meshbus.control.declaration;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.ControllerBed;
import io.meshbus.control.ControllerBed.Machine;
import io.meshbus.control.DefinitionText;
import io.meshbus.control.store.Store.Declared;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.subject.Digest;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.PushAnswer;
import io.meshbus.sdk.wire.PushAnswer.Outcome;
import io.meshbus.sdk.wire.Report;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pushes, declarations and reports against a real server (spec 3.1, 3.3, 3.7). */
class DeclarationIT {
    private static final NodeId N1 = new NodeId("n1");
    private static final NodeId N2 = new NodeId("n2");
    private static final Duration REPAIRED_MAX = Duration.ofSeconds(5);

    @TempDir
    Path directory;

    private ControllerBed bed;

    @BeforeEach
    void raise() throws Exception {
        bed = new ControllerBed(directory);
    }

    @AfterEach
    void lower() throws Exception {
        bed.close();
    }

    private Bus enrol(String node) throws Exception {
        Machine machine = bed.new Machine(bed.token(node));
        return machine.host(machine.enrol());
    }

    private Declared declared(NodeId node, long push) {
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            Declared one = await(bed.mesh.store.declared()).get(node);
            return one != null && one.push() == push;
        });
        return bed.mesh
                .store
                .declared()
                .toCompletionStage()
                .toCompletableFuture()
                .join()
                .get(node);
    }

    private StoredMessage read(Bus host, NodeId node) throws Exception {
        return await(host.last(Streams.NODES, Subjects.declare(node))).orElseThrow();
    }

    private void report(Bus host, NodeId node, long counter, Declared of, Report.Outcome outcome) throws Exception {
        Report report = new Report(
                1, node, counter, of.epoch(), of.sequence(), of.digest(), outcome, "", List.of(), new JsonObject());
        await(host.store(Message.of(Subjects.report(node), WireCodec.encode(report)), PublishOptions.PLAIN));
    }

    private JsonObject node(NodeId node) throws Exception {
        JsonObject status = bed.ask("status", new JsonObject());
        assertThat(status.fieldNames()).as(status.encode()).contains("nodes");
        return status.getJsonArray("nodes").stream()
                .map(JsonObject.class::cast)
                .filter(n -> n.getString("name").equals(node.value()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aPushIsDeclaredSignedAndConvergedNodeByNode() throws Exception {
        Bus host = enrol("n1");
        PushAnswer answer = bed.push(DefinitionText.shop("1.0.0"));
        assertThat(answer.problems()).isEmpty();
        assertThat(answer.outcome()).isEqualTo(Outcome.APPLIED);
        assertThat(answer.number()).isEqualTo(1);
        assertThat(answer.difference().getJsonObject("modules").getJsonArray("added"))
                .containsExactly("shop", "till");
        assertThat(answer.difference().getJsonObject("principals").getJsonArray("added"))
                .contains("shop.n1", "till.n2");

        Declared declared = declared(N1, 1);
        StoredMessage found = read(host, N1);
        byte[] body = found.message().body().getBytes();
        assertThat(found.sequence()).isEqualTo(declared.sequence());
        assertThat(Digest.sha256(body)).isEqualTo(declared.digest());
        assertThat(bed.meshKey
                        .publicKey()
                        .verifies(body, found.message().headers().first(WireHeaders.SIGNATURE)))
                .isTrue();
        Declaration declaration = WireCodec.decode(found.message().body(), Declaration.class);
        assertThat(declaration.modules()).singleElement().satisfies(shop -> {
            assertThat(shop.files()).isEqualTo(Map.of("conf/app.yaml", "currency: EUR\n"));
            assertThat(shop.credentials()).isNotEmpty();
        });

        assertThat(node(N1).getString("state")).isEqualTo("converging");
        report(host, N1, 1, declared, Report.Outcome.CONVERGED);
        await().atMost(Duration.ofSeconds(10)).until(() -> node(N1).getBoolean("converged"));
        assertThat(node(N2).getString("state")).isEqualTo("expected");
    }

    @Test
    void theSamePushAgainChangesNothing() throws Exception {
        enrol("n1");
        bed.push(DefinitionText.shop("1.0.0"));
        Declared declared = declared(N1, 1);
        PushAnswer again = bed.push(DefinitionText.shop("1.0.0"));
        assertThat(again.outcome()).isEqualTo(Outcome.UNCHANGED);
        assertThat(again.number()).isEqualTo(1);
        assertThat(await(bed.mesh.store.declared()).get(N1)).isEqualTo(declared);
    }

    @Test
    void aPushThatLeavesANodeAsItWasPublishesNothingForIt() throws Exception {
        enrol("n1");
        enrol("n2");
        bed.push(DefinitionText.shop("1.0.0"));
        Declared before = declared(N2, 1);
        Declared changed = declared(N1, 1);
        bed.push(DefinitionText.shop("1.1.0"));
        Declared after = declared(N2, 2);
        assertThat(after.sequence()).isEqualTo(before.sequence());
        assertThat(after.digest()).isEqualTo(before.digest());
        assertThat(declared(N1, 2).sequence()).isGreaterThan(changed.sequence());
    }

    @Test
    void aStaleReportIsAcknowledgedCountedAndRecordedNowhere() throws Exception {
        Bus host = enrol("n1");
        bed.push(DefinitionText.shop("1.0.0"));
        Declared first = declared(N1, 1);
        bed.push(DefinitionText.shop("1.1.0"));
        Declared second = declared(N1, 2);
        report(host, N1, 1, first, Report.Outcome.CONVERGED);
        report(host, N1, 2, second, Report.Outcome.FAILED);
        await().atMost(Duration.ofSeconds(10))
                .until(() -> await(bed.mesh.store.reports()).containsKey(N1));
        assertThat(await(bed.mesh.store.reports()).get(N1).report().counter()).isEqualTo(2);
        JsonObject state = bed.mesh
                .vertx
                .eventBus()
                .<JsonObject>request(ControlAddress.INTAKE_STATE, null)
                .toCompletionStage()
                .toCompletableFuture()
                .get()
                .body();
        assertThat(state.getLong("stale")).isEqualTo(1);
        await().atMost(Duration.ofSeconds(10))
                .until(() ->
                        await(bed.admin.stream(Streams.CONTROL)).orElseThrow().messages() == 0);
    }

    @Test
    void aDamagedSubjectIsRepairedInTime() throws Exception {
        Bus host = enrol("n1");
        bed.push(DefinitionText.shop("1.0.0"));
        Declared declared = declared(N1, 1);
        await(bed.streams.store(
                Message.of(Subjects.declare(N1), Buffer.buffer("{\"v\":1,\"modules\":[]}")), PublishOptions.PLAIN));
        assertThat(Digest.sha256(read(host, N1).message().body().getBytes())).isNotEqualTo(declared.digest());
        await().atMost(REPAIRED_MAX)
                .until(() -> Digest.sha256(read(host, N1).message().body().getBytes())
                        .equals(declared.digest()));
        await().atMost(REPAIRED_MAX)
                .until(() -> await(bed.mesh.store.declared()).get(N1).digest().equals(declared.digest()));
        assertThat(await(bed.mesh.store.auditTail(Long.MAX_VALUE, 5)).stream().map(e -> e.what()))
                .contains("declaration.repair");
    }

    @Test
    void undecodableAndMisnamedReportsEndAsDeadLetters() throws Exception {
        Bus host = enrol("n1");
        await(host.store(Message.of(Subjects.report(N1), Buffer.buffer("{nonsense")), PublishOptions.PLAIN));
        Report other = new Report(1, N2, 1, 1, 1, "", Report.Outcome.CONVERGED, "", List.of(), new JsonObject());
        await(host.store(Message.of(Subjects.report(N1), WireCodec.encode(other)), PublishOptions.PLAIN));
        await().atMost(Duration.ofSeconds(15))
                .until(() -> bed.ask("dead_list", new JsonObject()).getLong("total", 0L) == 2);
        JsonArray letters = bed.ask("dead_list", new JsonObject()).getJsonArray("letters");
        assertThat(letters.stream().map(l -> ((JsonObject) l).getString("reason")))
                .containsOnly("POISON");
        assertThat(await(bed.admin.stream(Streams.CONTROL)).orElseThrow().messages())
                .isZero();
    }

    @Test
    void aDefinitionOfAnotherMeshIsRefusedBeforeItIsTaken() throws Exception {
        Map<String, String> files = DefinitionText.shop("1.0.0");
        files.put("mesh.yaml", files.get("mesh.yaml").replace("mesh: demo", "mesh: other"));
        JsonObject refused = bed.ask(
                "push",
                new JsonObject()
                        .put("id", "0123456789")
                        .put("reply", "_INBOX.person.admin.x")
                        .put(
                                "source",
                                new JsonObject()
                                        .put("files", new JsonObject(Map.copyOf(files)))
                                        .put("artefacts", new JsonObject())));
        assertThat(refused.getString("code")).isEqualTo("DEFINITION_OTHER_MESH");
        assertThat(await(bed.mesh.store.newestPush())).isEmpty();
    }
}
