package io.meshbus.sdk.fabric;

import static io.meshbus.sdk.fabric.FabricBed.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.LoopWatch;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Spec 6.6, on a real server. */
@ExtendWith(LoopWatch.class)
class FabricCloseIT {
    private final Set<String> finished = ConcurrentHashMap.newKeySet();
    private FabricBed bed;
    private Fabric fabric;

    @BeforeEach
    void start(@TempDir Path directory) {
        bed = new FabricBed(directory);
        fabric = bed.instance("fabric.s1");
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    private void publish(int count) {
        await(Future.all(IntStream.range(0, count)
                .mapToObj(i -> fabric.publish("t1", Kind.MESSAGE_POSTED, "m" + i))
                .toList()));
    }

    private Future<?> after(long millis, String row) {
        Promise<Void> later = Promise.promise();
        bed.vertx.setTimer(millis, id -> {
            finished.add(row);
            later.complete();
        });
        return later.future();
    }

    @Test
    void nothingIsLostAndWhatWasAcknowledgedDoesNotComeAgain() {
        AtomicInteger begun = new AtomicInteger();
        await(fabric.subscribeKind(Kind.MESSAGE_POSTED, event -> {
            begun.incrementAndGet();
            return after(100, event.ref().rowId());
        }));
        publish(100);
        await().until(() -> begun.get() > 10);
        await(Future.all(fabric.close(), fabric.close()));
        int atClose = begun.get();
        assertThat(finished).hasSize(atClose);
        List<String> rest = new CopyOnWriteArrayList<>();
        Fabric next = bed.instance("fabric.s2");
        await(next.subscribeKind(Kind.MESSAGE_POSTED, event -> {
            rest.add(event.ref().rowId());
            return Future.succeededFuture();
        }));
        await().until(() -> rest.size() + atClose >= 100);
        assertThat(rest).doesNotContainAnyElementsOf(finished).hasSize(100 - atClose);
        assertThat(begun).hasValue(atClose);
    }

    @Test
    void aHandlerThatNeverEndsDoesNotHoldItUp() {
        Promise<Void> never = Promise.promise();
        AtomicInteger begun = new AtomicInteger();
        await(fabric.subscribeKind(Kind.MESSAGE_POSTED, event -> {
            begun.incrementAndGet();
            return never.future();
        }));
        publish(1);
        await().until(() -> begun.get() == 1);
        assertThat(millis(fabric.close())).isLessThan(15_000);
    }

    @Test
    void fromWithinAHandler() {
        Promise<Void> closed = Promise.promise();
        await(fabric.subscribeKind(Kind.MESSAGE_POSTED, event -> {
            Future<Void> closing = fabric.close();
            closing.onComplete(closed);
            return closing;
        }));
        publish(1);
        assertThat(millis(closed.future())).isLessThan(15_000);
    }

    @Test
    void withTheBrokerAway() {
        await(fabric.subscribeKind(
                Kind.MESSAGE_POSTED, event -> after(10, event.ref().rowId())));
        publish(1);
        await().until(() -> finished.size() == 1);
        bed.server.kill();
        assertThat(millis(fabric.close())).isLessThan(15_000);
        bed.server.restart();
    }

    private static long millis(Future<?> future) {
        long start = System.nanoTime();
        await(future);
        return (System.nanoTime() - start) / 1_000_000;
    }

    @Test
    void afterwardsEveryCallFailsWhateverItsArgumentsAre() {
        await(fabric.close());
        List<Future<?>> calls = List.of(
                fabric.ensureStream(),
                fabric.publish("a.b", Kind.MESSAGE_POSTED, ""),
                fabric.subscribe("", Kind.MESSAGE_POSTED, event -> Future.succeededFuture()),
                fabric.subscribeKind(Kind.MESSAGE_POSTED, event -> Future.succeededFuture()),
                fabric.retireConcrete(Kind.MESSAGE_POSTED),
                fabric.runners().sendCommand("comms", Buffer.buffer()),
                fabric.runners().commands("*"),
                fabric.runners().runnerEvents(),
                fabric.sessions().sendToClient("", Buffer.buffer()),
                fabric.sessions().clientMessages(""),
                fabric.routing().publishBindingChange(new BindingChange("t", "s", "moved")),
                fabric.routing().subscribeBindingChanges(change -> {}));
        for (Future<?> call : calls) {
            assertThatThrownBy(() -> await(call)).isInstanceOf(ClosedException.class);
        }
    }

    @Test
    void unsubscribeCompletesOnlyWhenNoHandlerRunsAgain() {
        AtomicInteger begun = new AtomicInteger();
        FabricSubscription subscription = await(fabric.subscribeKind(Kind.MESSAGE_POSTED, event -> {
            begun.incrementAndGet();
            return after(50, event.ref().rowId());
        }));
        publish(50);
        await().until(() -> begun.get() > 4);
        await(subscription.unsubscribe());
        int atEnd = begun.get();
        assertThat(finished).hasSize(atEnd);
        await(fabric.publish("t1", Kind.MESSAGE_POSTED, "later"));
        await(fabric.bus().flush());
        assertThat(begun).hasValue(atEnd);
    }

    @Test
    void theFirstConnectFailsFastNamingTheUrl() {
        bed.server.kill();
        assertThat(FabricBed.problem(Fabric.connect(bed.vertx, bed.options("fabric.s2")))
                        .problem()
                        .line())
                .contains(bed.server.url(), "BUS_UNREACHABLE");
        bed.server.restart();
    }
}
