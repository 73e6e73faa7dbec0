package io.meshbus.launcher.bench;

import io.meshbus.launcher.bench.Row.Bar;
import io.meshbus.launcher.bench.raw.RawKinds;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.ConsumerSpec;
import io.meshbus.sdk.fabric.Fabric;
import io.meshbus.sdk.fabric.FabricEvent;
import io.meshbus.sdk.fabric.FabricIds;
import io.meshbus.sdk.fabric.FabricOptions;
import io.meshbus.sdk.fabric.FabricSubjects;
import io.meshbus.sdk.fabric.FabricSubscription;
import io.meshbus.sdk.fabric.Kind;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.testing.LocalNats;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Many tenants times seven kinds, one wildcard subscriber a kind, beside raw jnats with the same seven durables (spec 6,
 * 7.5). The fabric decodes each reference and checks it against its subject; the raw side only acks.
 */
final class FabricBench implements AutoCloseable {
    private static final int TENANTS = 1_000;
    private static final int IN_FLIGHT = 1_000;
    private static final Duration STOP_MAX = Duration.ofSeconds(5);
    private static final Duration ACK_WAIT = Duration.ofSeconds(30);
    private static final int ATTEMPTS = 5;
    private static final int ACK_PENDING_MAX = 10_000;
    private static final String CONFIG = """
            accounts {
              FABRIC { jetstream: enabled, users: [ { user: "fabric.s1", password: "bench" } ] }
              SYS { users: [ { user: sys, password: "bench" } ] }
            }
            system_account: SYS
            """;

    private final LocalNats server;
    private final Fabric fabric;
    private final Bus bus;
    private final StreamAdmin admin;
    private final RawKinds raw;
    private final int events;
    private final Yard yard;

    /** @param rows of each tenant and kind */
    FabricBench(Yard yard, Path directory, int rows) {
        this.yard = yard;
        Vertx vertx = yard.vertx();
        server = LocalNats.start(directory, CONFIG);
        BusOptions options = BusOptions.mesh(
                new PrincipalId("fabric.s1"), List.of(server.url()), List.of(server.pin()), Secret.of("bench"));
        fabric = Yard.await(Fabric.connect(vertx, FabricOptions.of(options)));
        bus = fabric.bus();
        admin = new Jnats(vertx).streams(bus);
        raw = new RawKinds(options);
        Yard.await(fabric.ensureStream());
        events = TENANTS * Kind.values().length * rows;
        for (int row = 0; row < rows; row++) {
            publish("m" + row);
        }
    }

    private void publish(String row) {
        List<Future<?>> window = new ArrayList<>();
        for (int tenant = 0; tenant < TENANTS; tenant++) {
            for (Kind kind : Kind.values()) {
                window.add(fabric.publish("t" + tenant, kind, row));
                if (window.size() == IN_FLIGHT) {
                    Yard.await(Future.all(window));
                    window.clear();
                }
            }
        }
        Yard.await(Future.all(window));
    }

    Row row(int rounds) {
        return Comparison.run(
                "fabric, " + TENANTS + " tenants, 7 kinds",
                "1/s",
                Bar.ratioAtLeast(0.85),
                rounds,
                this::rawRound,
                this::fabricRound);
    }

    private double rawRound() {
        List<String> durables = Stream.of(Kind.values())
                .map(kind -> {
                    String subject = FabricSubjects.commsEveryTenant(kind);
                    String name = "raw-" + kind.wireName();
                    Yard.await(admin.requireConsumer(new ConsumerSpec(
                            FabricSubjects.STREAM,
                            name,
                            List.of(subject),
                            ACK_WAIT,
                            ATTEMPTS,
                            ACK_PENDING_MAX,
                            false,
                            subject)));
                    return name;
                })
                .toList();
        try {
            return raw.consume(FabricSubjects.STREAM, durables, events);
        } finally {
            durables.forEach(this::delete);
        }
    }

    private double fabricRound() {
        long[] seen = new long[2];
        Promise<Long> all = Promise.promise();
        List<FabricSubscription> subscriptions = yard.on(
                yard.loop(),
                () -> subscribe(event -> {
                    if (seen[0]++ == 0) {
                        seen[1] = System.nanoTime();
                    }
                    if (seen[0] == events) {
                        all.complete(System.nanoTime());
                    }
                    return Future.succeededFuture();
                }));
        double result = (events - 1) / ((Yard.await(all.future()) - seen[1]) / 1e9);
        Yard.await(Future.all(
                subscriptions.stream().map(FabricSubscription::unsubscribe).toList()));
        for (Kind kind : Kind.values()) {
            delete(FabricIds.durable(FabricSubjects.commsEveryTenant(kind)));
        }
        return result;
    }

    private Future<List<FabricSubscription>> subscribe(java.util.function.Function<FabricEvent, Future<?>> handler) {
        return Future.all(Stream.of(Kind.values())
                        .map(kind -> fabric.subscribeKind(kind, handler))
                        .toList())
                .map(made -> made.<FabricSubscription>list());
    }

    private void delete(String durable) {
        Yard.await(admin.deleteConsumer(FabricSubjects.STREAM, durable));
    }

    @Override
    public void close() {
        raw.close();
        Yard.await(Future.join(fabric.close(), bus.close(STOP_MAX)));
        server.close();
    }
}
