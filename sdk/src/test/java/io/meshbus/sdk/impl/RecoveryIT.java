package io.meshbus.sdk.impl;

import static io.meshbus.sdk.impl.Layout.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The bus comes back by itself, and what was promised is kept. */
@ExtendWith(LoopWatch.class)
class RecoveryIT {
    private static final Duration ACK_WAIT = Duration.ofSeconds(2);
    private static final ConsumeOptions OPTIONS =
            ConsumeOptions.DEFAULT.withTimes(ACK_WAIT, Duration.ofSeconds(30)).withMaxDeliver(-1);

    private final Set<String> handled = ConcurrentHashMap.newKeySet();
    private Bed bed;
    private Bus m1;

    @BeforeEach
    void start(@TempDir Path dir) {
        bed = new Bed(dir);
        bed.withConsumer("m1", ACK_WAIT, -1);
        m1 = bed.connect(Layout.M1);
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    private void consume() {
        m1.consume(
                "EVENTS",
                "m1",
                OPTIONS,
                delivery -> {
                    handled.add(delivery.message().body().toString());
                    return Future.succeededFuture();
                },
                (delivery, reason) -> Future.succeededFuture());
    }

    @Test
    void aKilledServerUnderLoadLosesNothingThatWasAcknowledged() {
        List<BusState> states = new CopyOnWriteArrayList<>();
        m1.onState(states::add);
        consume();
        Set<String> acked = ConcurrentHashMap.newKeySet();
        Queue<Throwable> failed = new ConcurrentLinkedQueue<>();
        AtomicBoolean going = new AtomicBoolean(true);
        AtomicInteger number = new AtomicInteger();
        for (int lane = 0; lane < 32; lane++) {
            publishOn(going, number, acked, failed);
        }
        for (int kill = 0; kill < 3; kill++) {
            int before = acked.size();
            org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> acked.size() > before + 500);
            bed.server.kill();
            bed.server.restart();
        }
        int after = acked.size();
        long back = System.nanoTime();
        org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> acked.size() > after + 500);
        assertThat(Duration.ofNanos(System.nanoTime() - back)).isLessThan(Duration.ofSeconds(15));
        going.set(false);
        org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> handled.containsAll(acked));
        assertThat(failed).isEmpty();
        assertThat(states).contains(BusState.RECONNECTING, BusState.CONNECTED);
        assertThat(m1.metrics().reconnects()).isEqualTo(3);
    }

    private void publishOn(AtomicBoolean going, AtomicInteger number, Set<String> acked, Queue<Throwable> failed) {
        if (!going.get()) {
            return;
        }
        String body = "e" + number.incrementAndGet();
        m1.store(Bed.event(body), PublishOptions.id(body)).onComplete(done -> {
            if (done.succeeded()) {
                acked.add(body);
                publishOn(going, number, acked, failed);
            } else {
                failed.add(done.cause());
            }
        });
    }

    @Test
    void consumptionSurvivesALostAndRegainedConsumer() {
        Queue<Problem> faults = new ConcurrentLinkedQueue<>();
        m1.onFault(faults::add);
        consume();
        Bed.store(m1, "a");
        org.awaitility.Awaitility.await().until(() -> handled.contains("a"));
        await(new Jnats(bed.vertx).streams(bed.streams()).deleteConsumer("EVENTS", "m1"));
        org.awaitility.Awaitility.await().until(() -> !faults.isEmpty());
        assertThat(faults.peek().why()).contains("Consumer Deleted");
        bed.withConsumer("m1", ACK_WAIT, -1);
        Bed.store(m1, "b");
        org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> handled.contains("b"));
    }

    @Test
    void pullsBegunBeforeTheConsumerExistsFindItLater() {
        m1.consume(
                "EVENTS",
                "later",
                OPTIONS,
                delivery -> {
                    handled.add("later");
                    return Future.succeededFuture();
                },
                (delivery, reason) -> Future.succeededFuture());
        Bed.store(m1, "a");
        bed.withConsumer("later", ACK_WAIT, -1);
        org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> handled.contains("later"));
    }

    @Test
    void subscriptionsAndServersLiveThroughARestart() {
        Bus m2 = bed.connect(Layout.M2);
        await(m1.serve(Layout.TOOL, "t", 4, Future::succeededFuture));
        bed.server.kill();
        org.awaitility.Awaitility.await()
                .until(() -> m1.state() == BusState.RECONNECTING && m2.state() == BusState.RECONNECTING);
        bed.server.restart();
        org.awaitility.Awaitility.await()
                .until(() -> m1.state() == BusState.CONNECTED && m2.state() == BusState.CONNECTED);
        await(m1.flush());
        await(m2.request(Message.of(Layout.TOOL, Buffer.buffer("x")), Duration.ofSeconds(5)));
    }

    @Test
    void aUserThatIsTakenAwayAndGivenBackFindsItsWay() {
        Queue<Problem> faults = new ConcurrentLinkedQueue<>();
        m1.onFault(faults::add);
        consume();
        bed.server.reload(Layout.config("").replace("user: \"m1.n1\"", "user: \"gone\""));
        org.awaitility.Awaitility.await().until(() -> m1.state() == BusState.RECONNECTING);
        org.awaitility.Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> ((JnatsBus) m1).plumbing().wire().isAbandoned());
        org.awaitility.Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> faults.stream().anyMatch(fault -> fault.code() == ProblemCode.BUS_AUTH));
        bed.server.reload(Layout.config(""));
        org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> m1.state() == BusState.CONNECTED);
        assertThat(faults.stream().filter(fault -> fault.code() == ProblemCode.BUS_AUTH))
                .as("told once")
                .hasSize(1);
        Bed.store(m1, "back");
        org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> handled.contains("back"));
    }

    @Test
    void whileAwayPublishesAreHeldUpToTheBound() {
        BusOptions small = new BusOptions(
                Layout.M1,
                List.of(bed.server.url()),
                List.of(bed.server.pin()),
                Layout.options(bed.server, Layout.M1).auth(),
                "streams.API",
                Duration.ofSeconds(5),
                100_000);
        Bus bus = await(new Jnats(bed.vertx).connect(small));
        bed.server.kill();
        org.awaitility.Awaitility.await().until(() -> bus.state() == BusState.RECONNECTING);
        Message kilobyte = Message.of(Layout.EVENT, Buffer.buffer(new byte[1_000]));
        List<Future<Void>> futures = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 200; i++) {
            futures.add(bus.publish(kilobyte));
        }
        long held = futures.stream().filter(Future::succeeded).count();
        assertThat(held).isBetween(80L, 100L);
        assertThat(Bed.code(futures.get(199))).isEqualTo(ProblemCode.BUS_AWAY);
        bed.server.restart();
        org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> bus.state() == BusState.CONNECTED);
        await(bus.flush());
        org.awaitility.Awaitility.await()
                .until(() -> await(new Jnats(bed.vertx).streams(bed.streams()).stream("EVENTS"))
                                .orElseThrow()
                                .messages()
                        == held);
        await(bus.close(Duration.ofSeconds(5)));
    }

    @Test
    void aFrozenServerBlocksNobodyAndCloseKeepsItsDeadline() {
        consume();
        Bed.store(m1, "a");
        bed.server.freeze();
        try {
            Message large = Message.of(Layout.EVENT, Buffer.buffer(new byte[500_000]));
            Future<Void> last = Future.succeededFuture();
            for (int i = 0; i < 100; i++) {
                last = m1.publish(large);
            }
            assertThat(Bed.code(last)).isEqualTo(ProblemCode.BUS_AWAY);
            long began = System.nanoTime();
            await(m1.close(Duration.ofSeconds(2)));
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(8));
        } finally {
            bed.server.thaw();
        }
    }

    /** It asks again by itself, at most fifteen seconds apart. */
    @Test
    void aConsumptionThatMayNotPullBeginsWhenAReloadLetsIt() {
        String without = Layout.config("").replace("\"streams.API.CONSUMER.MSG.NEXT.EVENTS.*\",", "");
        assertThat(without).isNotEqualTo(Layout.config(""));
        bed.server.reload(without);
        org.awaitility.Awaitility.await().until(() -> bed.server.log().contains("Reloaded server configuration"));
        Queue<Problem> faults = new ConcurrentLinkedQueue<>();
        m1.onFault(faults::add);
        consume();
        Bed.store(m1, "waits");
        org.awaitility.Awaitility.await().until(() -> !faults.isEmpty());
        assertThat(faults.peek().code()).isEqualTo(ProblemCode.PERMISSION_VIOLATION);
        assertThat(handled).isEmpty();
        bed.server.reload(Layout.config(""));
        org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(40)).until(() -> handled.contains("waits"));
    }

    @Test
    void aSubscriptionTakenAwayByAReloadIsTold() {
        Queue<Problem> faults = new ConcurrentLinkedQueue<>();
        m1.onFault(faults::add);
        await(m1.subscribe("mesh.mod.m1.core.>", message -> {}));
        bed.server.reload(Layout.config("").replace(", \"mesh.mod.m1.core.>\"]} }}", "]} }}"));
        org.awaitility.Awaitility.await().until(() -> !faults.isEmpty());
        assertThat(faults.peek().code()).isEqualTo(ProblemCode.PERMISSION_VIOLATION);
        assertThat(faults.peek().where()).isEqualTo("mesh.mod.m1.core.>");
    }
}
