package io.meshbus.sdk.impl;

import static io.meshbus.sdk.impl.Bed.code;
import static io.meshbus.sdk.impl.Layout.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions.Auth;
import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.bus.ConsumeOptions;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.secret.Secret;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A connection is replaced under load: nobody notices. */
class RenewIT {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int RENEWALS = 5;

    private Bed bed;
    private Bus m1;
    private Bus m2;
    private Jnats connector;

    @BeforeEach
    void start(@TempDir Path dir) {
        bed = new Bed(dir);
        bed.withConsumer("m1", LONG, 5);
        m1 = bed.connect(Layout.M1);
        m2 = bed.connect(Layout.M2);
        connector = new Jnats(bed.vertx);
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    private Auth auth() {
        return Layout.options(bed.server, Layout.M1).auth();
    }

    @Test
    void everyEventIsStoredOnceAndHandledOnce() {
        List<BusState> states = new CopyOnWriteArrayList<>();
        m1.onState(states::add);
        Map<String, Integer> handled = new ConcurrentHashMap<>();
        m1.consume(
                "EVENTS",
                "m1",
                ConsumeOptions.DEFAULT.withTimes(LONG, LONG),
                delivery -> {
                    handled.merge(delivery.message().body().toString(), 1, Integer::sum);
                    return Future.succeededFuture();
                },
                (delivery, reason) -> Future.succeededFuture());
        List<String> stored = new ArrayList<>();
        for (int round = 0; round < RENEWALS; round++) {
            Future<Void> renewal = connector.renew(m1, auth());
            for (int i = 0; !renewal.isComplete() || i < 20; i++) {
                String body = round + "-" + i;
                Bed.store(m1, body);
                stored.add(body);
            }
            await(renewal);
        }
        Awaitility.await().atMost(LONG).until(() -> handled.size() == stored.size());
        assertThat(handled.values()).containsOnly(1);
        assertThat(m1.metrics().redelivered()).isZero();
        assertThat(states).isEmpty();
    }

    @Test
    void callsInFlightAreAnsweredWhicheverSideRenews() {
        Promise<Message> slow = Promise.promise();
        await(m1.serve(
                Layout.TOOL,
                "t",
                8,
                request -> request.body().toString().equals("slow")
                        ? slow.future()
                        : Future.succeededFuture(Message.of("ignored", request.body()))));
        Future<Message> before = m2.request(Message.of(Layout.TOOL, Buffer.buffer("slow")), LONG);
        assertThat(ask("first")).isEqualTo("first");
        for (Bus each : List.of(m1, m2)) {
            Future<Void> renewal = connector.renew(
                    each, Layout.options(bed.server, each.principal()).auth());
            for (int i = 0; !renewal.isComplete() || i < 20; i++) {
                assertThat(ask("call " + i)).isEqualTo("call " + i);
            }
            await(renewal);
        }
        slow.complete(Message.of("ignored", Buffer.buffer("at last")));
        assertThat(await(before).body().toString()).isEqualTo("at last");
    }

    private String ask(String text) {
        return await(m2.request(Message.of(Layout.TOOL, Buffer.buffer(text)), LONG))
                .body()
                .toString();
    }

    @Test
    void whatIsRefusedChangesNothing() {
        Auth wrong = new Auth("m1.n1", Secret.of("wrong"), null);
        assertThat(code(connector.renew(m1, wrong))).isEqualTo(ProblemCode.BUS_AUTH);
        assertThat(m1.state()).isEqualTo(BusState.CONNECTED);
        Bed.store(m1, "still");
    }
}
