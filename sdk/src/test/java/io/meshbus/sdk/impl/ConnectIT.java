package io.meshbus.sdk.impl;

import static io.meshbus.sdk.impl.Bed.problem;
import static io.meshbus.sdk.impl.Layout.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerSpec;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Secret;
import io.vertx.core.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The first connect and the end. */
@ExtendWith(LoopWatch.class)
class ConnectIT {
    private static final Duration SECONDS = Duration.ofSeconds(5);

    private Bed bed;

    @BeforeEach
    void start(@TempDir Path dir) {
        bed = new Bed(dir);
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    private Future<Bus> connect(String url, String pin, String password) {
        return new Jnats(bed.vertx)
                .connect(BusOptions.mesh(Layout.M1, List.of(url), List.of(pin), Secret.of(password)));
    }

    @Test
    void aWrongPinIsNamedWithWhatTheServerShows() {
        ProblemException e = problem(connect(bed.server.url(), "ab".repeat(32), "pw"));
        assertThat(e.code()).isEqualTo(ProblemCode.BUS_PIN);
        assertThat(e.getMessage()).contains(bed.server.pin()).contains(bed.server.url());
    }

    @Test
    void aWrongPasswordIsNamedWithoutShowingIt() {
        ProblemException e = problem(connect(bed.server.url(), bed.server.pin(), "hunter2-wrong"));
        assertThat(e.code()).isEqualTo(ProblemCode.BUS_AUTH);
        assertThat(e).hasMessageContaining("m1.n1").hasMessageNotContaining("hunter2");
        assertThat(java.util.Arrays.toString(e.getStackTrace()) + e.getCause()).doesNotContain("hunter2");
    }

    /** A reload refuses every connection that has not yet said who it is; the first one is held there until that happens. */
    @Test
    void aRefusalByAReloadIsTriedAgain() throws Exception {
        try (ServerSocket between = new ServerSocket(0, 8, InetAddress.getLoopbackAddress())) {
            Thread proxy = new Thread(() -> firstMute(between), "proxy");
            proxy.start();
            Bus bus = await(connect("tls://127.0.0.1:" + between.getLocalPort(), bed.server.pin(), "pw"));
            assertThat(bus.state()).isEqualTo(BusState.CONNECTED);
            await(bus.close(SECONDS));
        }
    }

    /** Lets the first connection hear and not speak, reloads, and is a plain pipe for those that follow. */
    private void firstMute(ServerSocket between) {
        try {
            for (int connection = 1; ; connection++) {
                Socket client = between.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), bed.server.port());
                if (connection == 1) {
                    byte[] info = new byte[4096];
                    int length = server.getInputStream().read(info);
                    client.getOutputStream().write(info, 0, length);
                    new Thread(() -> pump(server, client)).start();
                    bed.server.reload(Layout.config(", \"mesh.mod.m9.tool.>\""));
                } else {
                    new Thread(() -> pump(server, client)).start();
                    new Thread(() -> pump(client, server)).start();
                }
            }
        } catch (IOException closed) {
            assertThat(between.isClosed()).isTrue();
        }
    }

    private static void pump(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException gone) {
            assertThat(gone).isNotNull();
        }
    }

    @Test
    void anAbsentServerFailsFastWithUrlAndReason() {
        String url = bed.server.url();
        bed.server.kill();
        long started = System.nanoTime();
        ProblemException e = problem(connect(url, bed.server.pin(), "pw"));
        assertThat(e.code()).isEqualTo(ProblemCode.BUS_UNREACHABLE);
        assertThat(e.getMessage()).contains(url).containsIgnoringCase("refused");
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void aSecondAddressIsTried() {
        Future<Bus> bus = new Jnats(bed.vertx)
                .connect(BusOptions.mesh(
                        Layout.M1,
                        List.of("tls://127.0.0.1:1", bed.server.url()),
                        List.of(bed.server.pin()),
                        Secret.of("pw")));
        assertThat(await(bus).url()).contains(":" + bed.server.port());
        await(await(bus).close(SECONDS));
    }

    @Test
    void closeEndsEverythingOnceAndLeavesNoThread() {
        bed.withConsumer("m1", Duration.ofSeconds(30), 5);
        Set<Long> before = threads("pool-");
        assertThat(threadsOf("m1.n1")).isEmpty();
        Bus bus = await(connect(bed.server.url(), bed.server.pin(), "pw"));
        bus.consume(
                "EVENTS",
                "m1",
                ConsumeOptions.DEFAULT,
                d -> Future.succeededFuture(),
                (d, r) -> Future.succeededFuture());
        assertThat(threadsOf("m1.n1")).as("as jnats names them").isNotEmpty();
        Future<Void> first = bus.close(SECONDS);
        Future<Void> second = bus.close(SECONDS);
        await(first);
        await(second);
        assertThat(bus.state()).isEqualTo(BusState.CLOSED);
        assertThat(Bed.code(bus.publish(Bed.event("x")))).isEqualTo(ProblemCode.CLOSED);
        assertThat(Bed.code(bus.store(Bed.event("x"), PublishOptions.PLAIN))).isEqualTo(ProblemCode.CLOSED);
        assertThat(Bed.code(bus.request(Bed.event("x"), SECONDS))).isEqualTo(ProblemCode.CLOSED);
        assertThat(Bed.code(bus.subscribe("a", m -> {}))).isEqualTo(ProblemCode.CLOSED);
        assertThat(Bed.code(bus.last("EVENTS", "a"))).isEqualTo(ProblemCode.CLOSED);
        assertThat(Bed.code(bus.flush())).isEqualTo(ProblemCode.CLOSED);
        assertThatThrownBy(() -> bus.consume("EVENTS", "m1", ConsumeOptions.DEFAULT))
                .isInstanceOf(ProblemException.class);
        Awaitility.await().until(() -> threadsOf("m1.n1").isEmpty());
        Awaitility.await().until(() -> before.containsAll(threads("pool-")));
    }

    /** On durables that exist, as many as the server lets a stream have, each with its pulls out. */
    @Test
    void aThousandConsumptionsAddNoThread() {
        bed.withConsumer("c0", Duration.ofSeconds(30), 5);
        StreamAdmin admin = new Jnats(bed.vertx).streams(bed.streams());
        List<Future<?>> made = new ArrayList<>();
        for (int i = 1; i < 1_000; i++) {
            made.add(admin.assertConsumer(new ConsumerSpec(
                    "EVENTS", "c" + i, List.of(Layout.EVENT), Duration.ofSeconds(30), 5, 1_000, false, "test")));
        }
        await(Future.all(made));
        Bus bus = bed.connect(Layout.M1);
        await(bus.flush());
        Set<Long> before = threadsOf("m1.n1");
        int all = Thread.getAllStackTraces().size();
        AtomicInteger heard = new AtomicInteger();
        bed.on(bed.context(), () -> {
            for (int i = 0; i < 1_000; i++) {
                bus.consume(
                        "EVENTS",
                        "c" + i,
                        ConsumeOptions.DEFAULT,
                        d -> {
                            heard.incrementAndGet();
                            return Future.succeededFuture();
                        },
                        (d, r) -> Future.succeededFuture());
            }
            return null;
        });
        await(bus.flush());
        Bed.store(bus, "to all");
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> heard.get() == 1_000);
        assertThat(threadsOf("m1.n1")).isNotEmpty().hasSizeLessThanOrEqualTo(before.size() + 1);
        assertThat(Thread.getAllStackTraces().size() - all)
                .as("threads of any kind; Vert.x starts its workers as they are needed")
                .isLessThan(40);
    }

    private static Set<Long> threadsOf(String principal) {
        return threads("meshbus " + principal + ":");
    }

    private static Set<Long> threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .map(Thread::getId)
                .collect(Collectors.toSet());
    }
}
