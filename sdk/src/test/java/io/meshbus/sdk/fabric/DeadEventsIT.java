package io.meshbus.sdk.fabric;

import static io.meshbus.sdk.fabric.FabricBed.await;
import static io.meshbus.sdk.fabric.FabricBed.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.fabric.DeadEvents.Dead;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What was parked is there later, comes back to its handler when it is redriven, and goes when it is dropped. */
@ExtendWith(LoopWatch.class)
class DeadEventsIT {
    @Test
    void keepsShowsRedrivesAndDrops(@TempDir Path directory) {
        try (FabricBed bed = new FabricBed(directory)) {
            Fabric fabric = bed.instance(bed.quick("fabric.s1").withDelivery(Duration.ofSeconds(2), 1));
            await(fabric.dead().keep(1));
            await(fabric.dead().keep(1));
            AtomicBoolean mended = new AtomicBoolean();
            List<String> handled = new CopyOnWriteArrayList<>();
            await(fabric.subscribeKind(Kind.MESSAGE_POSTED, event -> {
                if (!mended.get()) {
                    return Future.failedFuture("broken");
                }
                handled.add(event.ref().tenant() + "/" + event.ref().rowId());
                return Future.succeededFuture();
            }));
            await(fabric.publish("t\u00e9nant", Kind.MESSAGE_POSTED, "m1"));
            await(fabric.publish("t2", Kind.MESSAGE_POSTED, "m2"));
            await().until(() -> await(fabric.dead().list(0, 10)).picked().size() == 2);
            Dead first = await(fabric.dead().list(0, 10)).picked().stream()
                    .filter(dead -> dead.subject().equals("compass.t\u00e9nant.comms.message_posted"))
                    .findFirst()
                    .orElseThrow();
            assertThat(first.reason()).isEqualTo("broken");
            assertThat(first.attempts()).isEqualTo(1);
            assertThat(await(fabric.dead().show(first.number()))).contains(first);
            mended.set(true);
            assertThat(await(fabric.dead().redrive(first.number())).duplicate()).isFalse();
            await().until(() -> handled.contains("t\u00e9nant/m1"));
            assertThat(problem(fabric.dead().redrive(first.number())).code()).isEqualTo(ProblemCode.UNKNOWN_NAME);
            Dead second = await(fabric.dead().list(0, 10)).picked().get(0);
            await(fabric.dead().drop(second.number()));
            await(fabric.dead().drop(second.number()));
            assertThat(await(fabric.dead().list(0, 10)).picked()).isEmpty();
            assertThat(handled).containsExactly("t\u00e9nant/m1");
        }
    }

    @Test
    void whatAnybodyElsePublishedThereIsShownAsItIs(@TempDir Path directory) {
        try (FabricBed bed = new FabricBed(directory)) {
            Fabric fabric = bed.instance("fabric.s1");
            await(fabric.dead().keep(1));
            await(bed.observer().publish(Message.of(FabricSubjects.DEAD_LETTER, Buffer.buffer("?"))));
            await().until(() -> await(fabric.dead().list(0, 1)).picked().size() == 1);
            Dead strange = await(fabric.dead().list(0, 1)).picked().get(0);
            assertThat(strange.subject()).isEmpty();
            assertThat(problem(fabric.dead().redrive(strange.number())).code()).isEqualTo(ProblemCode.BAD_SUBJECT);
            assertThat(await(fabric.dead().list(0, 1)).picked()).hasSize(1);
        }
    }
}
