package io.meshbus.sdk.fabric;

import static io.meshbus.sdk.fabric.FabricBed.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.bus.Message;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple3;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever happens, the cache afterwards says what is true: a model beside the real server (spec 6.4). */
class BindingCacheIT {
    private static final String[] TENANTS = {"t0", "t1"};
    private static final String[] SESSIONS = {"s0", "s1", "s2"};

    private enum Event {
        BOUND,
        UNBOUND,
        UNKNOWN_OP,
        MALFORMED,
        FOREIGN_TENANT,
        RECONNECT,
        TOO_SLOW
    }

    private static Path directory;
    private static FabricBed bed;
    private static Fabric fabric;
    /** A worker's: it may be held up. */
    private static Context context;

    private static BindingCache<Integer> cache;
    private static final Map<String, Integer> TRUTH = new ConcurrentHashMap<>();
    private static final AtomicInteger LOADS = new AtomicInteger();
    private static final AtomicInteger VERSIONS = new AtomicInteger();

    @BeforeContainer
    static void start() throws IOException {
        directory = Files.createTempDirectory("bindings");
        bed = new FabricBed(directory);
        fabric = bed.instance("fabric.s1");
        bed.observer();
        Promise<BindingCache<Integer>> made = Promise.promise();
        await(bed.vertx.deployVerticle(
                new VerticleBase() {
                    @Override
                    public Future<?> start() {
                        BindingCacheIT.context = context;
                        return BindingCache.over(fabric, BindingCacheIT::load, Duration.ofMinutes(5), 100)
                                .onComplete(made);
                    }
                },
                new DeploymentOptions().setThreadingModel(ThreadingModel.WORKER)));
        cache = await(made.future());
    }

    @AfterContainer
    static void stop() throws IOException {
        bed.close();
        try (var files = Files.walk(directory)) {
            files.sorted(java.util.Comparator.reverseOrder()).forEach(BindingCacheIT::delete);
        }
    }

    private static void delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Future<Optional<Integer>> load(String tenant, String session) {
        LOADS.incrementAndGet();
        return Future.succeededFuture(Optional.ofNullable(TRUTH.get(tenant + "/" + session)));
    }

    private static void change(String tenant, String session) {
        TRUTH.put(tenant + "/" + session, VERSIONS.incrementAndGet());
    }

    private static void raw(String tenant, Buffer body) {
        await(bed.observer().publish(Message.of(FabricSubjects.binding(tenant), body)));
    }

    /** Everything published before has been taken: the same subscription has brought a later change. */
    private static void barrier() {
        await(cache.get("barrier", "s"));
        change("barrier", "s");
        Optional<Integer> wanted = Optional.of(TRUTH.get("barrier/s"));
        raw("barrier", BindingChange.bound("barrier", "s").encode());
        await().until(() -> await(cache.get("barrier", "s")).equals(wanted));
    }

    private static void reconnect(String tenant, String session) {
        long before = fabric.bus().metrics().reconnects();
        bed.server.kill();
        change(tenant, session);
        bed.server.restart();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> fabric.bus().metrics().reconnects() > before
                        && fabric.bus().state() == BusState.CONNECTED
                        && bed.observer().state() == BusState.CONNECTED);
    }

    /** The change is among what the full queue drops. */
    private static void tooSlow(String tenant, String session) {
        long before = fabric.bus().metrics().slow();
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        context.runOnContext(go -> {
            held.countDown();
            hold(release);
        });
        try {
            hold(held);
            Buffer other = BindingChange.unbound("other", "s").encode();
            IntStream.range(0, 17_000)
                    .forEach(i -> bed.observer().publish(Message.of(FabricSubjects.binding("other"), other)));
            await(bed.observer().flush());
            change(tenant, session);
            raw(tenant, BindingChange.bound(tenant, session).encode());
            await(bed.observer().flush());
            await().until(() -> fabric.bus().metrics().slow() > before);
            await(fabric.bus().flush());
        } finally {
            release.countDown();
        }
    }

    private static void hold(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void happen(Event event, String tenant, String session) {
        String key = tenant + "/" + session;
        switch (event) {
            case BOUND -> {
                change(tenant, session);
                await(fabric.routing().publishBindingChange(BindingChange.bound(tenant, session)));
            }
            case UNBOUND -> {
                TRUTH.remove(key);
                await(fabric.routing().publishBindingChange(BindingChange.unbound(tenant, session)));
            }
            case UNKNOWN_OP -> {
                change(tenant, session);
                raw(tenant, new BindingChange(tenant, session, "moved").encode());
            }
            case MALFORMED -> {
                change(tenant, session);
                raw(tenant, Buffer.buffer("{\"tenant\":"));
            }
            case FOREIGN_TENANT -> {
                change(tenant, session);
                raw(tenant, BindingChange.bound("somebody", session).encode());
            }
            case RECONNECT -> reconnect(tenant, session);
            case TOO_SLOW -> tooSlow(tenant, session);
            default -> throw new IllegalStateException(event.name());
        }
    }

    @Property(tries = 12, shrinking = ShrinkingMode.OFF)
    void neverServesAStaleEntryAfterwards(@ForAll("histories") List<Tuple3<Event, String, String>> history) {
        for (Tuple3<Event, String, String> step : history) {
            check();
            happen(step.get1(), step.get2(), step.get3());
            barrier();
            check();
        }
    }

    private static void check() {
        for (String tenant : TENANTS) {
            for (String session : SESSIONS) {
                assertThat(await(cache.get(tenant, session)))
                        .as(tenant + "/" + session)
                        .isEqualTo(Optional.ofNullable(TRUTH.get(tenant + "/" + session)));
            }
        }
    }

    @Property(tries = 1)
    void whatIsKeptIsNotLoadedAgain() {
        barrier();
        check();
        await().until(() -> {
            int before = LOADS.get();
            check();
            return LOADS.get() == before;
        });
    }

    @Provide
    Arbitrary<List<Tuple3<Event, String, String>>> histories() {
        Arbitrary<Event> events = Arbitraries.frequency(
                Tuple.of(8, Event.BOUND),
                Tuple.of(6, Event.UNBOUND),
                Tuple.of(6, Event.UNKNOWN_OP),
                Tuple.of(6, Event.MALFORMED),
                Tuple.of(6, Event.FOREIGN_TENANT),
                Tuple.of(1, Event.RECONNECT),
                Tuple.of(1, Event.TOO_SLOW));
        return Combinators.combine(events, Arbitraries.of(TENANTS), Arbitraries.of(SESSIONS))
                .as(Tuple::of)
                .list()
                .ofMinSize(1)
                .ofMaxSize(6);
    }
}
