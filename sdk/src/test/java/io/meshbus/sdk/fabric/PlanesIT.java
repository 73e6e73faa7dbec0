package io.meshbus.sdk.fabric;

import static io.meshbus.sdk.fabric.FabricBed.await;
import static io.meshbus.sdk.fabric.FabricBed.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Headers;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.fabric.FabricMetrics.BindingDrop;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The core planes of spec 6.4, on a real server. */
@ExtendWith(LoopWatch.class)
class PlanesIT {
    private FabricBed bed;
    private Fabric s1;
    private Fabric s2;

    @BeforeEach
    void start(@TempDir Path directory) {
        bed = new FabricBed(directory);
        s1 = bed.instance("fabric.s1");
        s2 = bed.instance("fabric.s2");
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void aCommandReachesItsRunnerAndNobodyElse() {
        List<String> r1 = new CopyOnWriteArrayList<>();
        List<String> r2 = new CopyOnWriteArrayList<>();
        await(s2.runners().commands("r1")).handler(body -> r1.add(body.toString()));
        await(s2.runners().commands("r2")).handler(body -> r2.add(body.toString()));
        await(s1.runners().sendCommand("r1", new JsonObject().put("start", "x")));
        await(s1.runners().sendCommand("r2", Buffer.buffer("raw")));
        await().until(() -> r1.size() == 1 && r2.size() == 1);
        assertThat(r1).containsExactly("{\"start\":\"x\"}");
        assertThat(problem(s1.runners().sendCommand("comms", Buffer.buffer())).code())
                .isEqualTo(ProblemCode.BAD_NAME);
    }

    @Test
    void runnerEventsArriveOnceOverTwoInstancesInTheirOrder() {
        List<Integer> one = new CopyOnWriteArrayList<>();
        List<Integer> two = new CopyOnWriteArrayList<>();
        await(s1.runners().runnerEvents())
                .handler(event -> one.add(event.event().getInteger("n")));
        await(s2.runners().runnerEvents())
                .handler(event -> two.add(event.event().getInteger("n")));
        Fabric runner = bed.instance("fabric.s1");
        bed.observer().publish(Message.of(FabricSubjects.runnerEvents(), Buffer.buffer("{\"n\":99}")));
        bed.observer()
                .publish(Message.of(
                        FabricSubjects.runnerEvents(), Headers.of(Runners.RUNNER_ID, "r1"), Buffer.buffer("[")));
        for (int n = 0; n < 20; n++) {
            await(runner.runners().publishRunnerEvent("r1", new JsonObject().put("n", n)));
        }
        await().until(() -> one.size() + two.size() == 20);
        await().until(() -> s1.metrics().framesSkipped() + s2.metrics().framesSkipped() == 2);
        List<Integer> all = new ArrayList<>(one);
        all.addAll(two);
        assertThat(all).doesNotHaveDuplicates().hasSize(20);
        assertThat(one).isSorted();
        assertThat(two).isSorted();
    }

    @Test
    void aPausedReaderHoldsABoundedNumber() {
        List<String> seen = new CopyOnWriteArrayList<>();
        Frames<Buffer> frames = await(s1.sessions().clientMessages("s1"));
        frames.pause().handler(body -> seen.add(body.toString()));
        for (int i = 0; i < Frames.HELD_MAX + 10; i++) {
            s2.sessions().sendToClient("s1", Buffer.buffer("m" + i));
        }
        await().until(() -> s1.metrics().framesDropped() == 10);
        assertThat(seen).isEmpty();
        frames.fetch(2);
        assertThat(seen).containsExactly("m0", "m1");
        frames.resume();
        assertThat(seen).hasSize(Frames.HELD_MAX);
    }

    @Test
    void everyInstanceHearsEveryBindingChangeAndNoneThatLies() {
        List<BindingChange> one = new CopyOnWriteArrayList<>();
        List<BindingChange> two = new CopyOnWriteArrayList<>();
        await(s1.routing().subscribeBindingChanges(one::add));
        await(s2.routing().subscribeBindingChanges(two::add));
        BindingChange moved = new BindingChange("t1", "s1", "moved");
        bed.observer().publish(Message.of("compass.routing.binding.t1", Buffer.buffer("garbage")));
        bed.observer().publish(Message.of("compass.routing.binding.t2", moved.encode()));
        bed.observer().publish(Message.of("compass.routing.binding.t1", moved.encode()));
        await().until(() -> one.size() == 1 && two.size() == 1);
        await(s1.routing().publishBindingChange(BindingChange.unbound("t1", "s1")));
        await().until(() -> one.size() == 2 && two.size() == 2);
        assertThat(one).containsExactly(moved, BindingChange.unbound("t1", "s1"));
        assertThat(s1.metrics().bindingDrops())
                .containsEntry(BindingDrop.UNDECODABLE, 1L)
                .containsEntry(BindingDrop.MISMATCH, 1L);
        assertThat(problem(s1.routing().publishBindingChange(moved)).code()).isEqualTo(ProblemCode.BAD_NAME);
    }
}
