package io.meshbus.control.intake;

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
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Alive;
import io.meshbus.sdk.wire.EnrolmentAnswer;
import io.meshbus.sdk.wire.Report;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store window (spec 3.1) against a real server. */
class IntakeIT {
    private static final NodeId N1 = new NodeId("n1");
    private static final int REPORTS = 300;

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

    private JsonObject state() throws Exception {
        return await(bed.mesh
                .vertx
                .eventBus()
                .<JsonObject>request(ControlAddress.INTAKE_STATE, null)
                .map(reply -> reply.body()));
    }

    @Test
    void whatArrivesWhileTheStoreIsAwayIsHeldAndThenHandledOnce() throws Exception {
        Machine first = bed.new Machine(bed.token("n1"));
        Bus host = first.host(first.enrol());
        bed.push(DefinitionText.shop("1.0.0"));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> await(bed.mesh.store.declared()).containsKey(N1));
        Declared declared = await(bed.mesh.store.declared()).get(N1);
        Machine second = bed.new Machine(bed.token("n2"));

        await(bed.mesh.store.close());
        for (int i = 1; i <= REPORTS; i++) {
            String digest = i % 3 == 0 ? "an older one" : declared.digest();
            Report report = new Report(
                    1, N1, i, declared.epoch(), 1, digest, Report.Outcome.CONVERGED, "", List.of(), new JsonObject());
            await(host.store(Message.of(Subjects.report(N1), WireCodec.encode(report)), PublishOptions.PLAIN));
        }
        second.send(second.request(second.reply(), second.token.proofKey()));
        await().atMost(Duration.ofSeconds(10)).until(() -> state().getInteger("held") == REPORTS * 2 / 3 + 1);
        assertThat(state().getString("storeAwaySince")).isNotNull();
        assertThat(state().getLong("stale")).isEqualTo(REPORTS / 3);

        await(host.publish(
                Message.of(Subjects.alive(N1), WireCodec.encode(new Alive(1, N1, 0.5, "0", declared.digest())))));
        await().atMost(Duration.ofSeconds(2))
                .until(() -> state().getJsonObject("nodes").containsKey("n1"));

        await(bed.mesh.store.open());
        EnrolmentAnswer admitted = second.answer();
        assertThat(admitted.admitted()).isTrue();
        await().atMost(Duration.ofSeconds(20))
                .until(() ->
                        await(bed.admin.stream(Streams.CONTROL)).orElseThrow().messages() == 0);
        await().atMost(Duration.ofSeconds(5)).until(() -> state().getInteger("held") == 0);
        assertThat(state().getString("storeAwaySince")).isNull();
        assertThat(await(bed.mesh.store.reports()).get(N1).report().counter())
                .isEqualTo(REPORTS % 3 == 0 ? REPORTS - 1 : REPORTS);
    }
}
