package io.meshbus.control.account;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.control.MeshFixture;
import io.meshbus.control.store.Store;
import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.account.Rights;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.BusOptions.Auth;
import io.meshbus.sdk.bus.BusState;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.UserKey;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How long a change and a restart take with many connected; figures are printed, three times the target is the gate. */
class AccountScaleIT {
    private static final Logger FIGURES = LoggerFactory.getLogger("figures");
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int GATE = 3;
    private static final int CONNECTED = 1_000;
    private static final Duration CHANGE_TARGET = Duration.ofSeconds(2);
    private static final int CHANGES = 3;
    private static final int RESTARTED = 300;
    private static final Duration BACK_TARGET = Duration.ofSeconds(5);
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Rights FEW = new Rights(false, List.of("pricing.quote"), Set.of());

    private final SealingKey owner = SealingKey.generate(RANDOM);

    @TempDir
    private Path directory;

    private static PersonId person(int number) {
        return new PersonId("p" + number);
    }

    private void issue(MeshFixture mesh, int from, int count) throws Exception {
        List<Future<Void>> put = new ArrayList<>();
        for (int i = from; i < from + count; i++) {
            String key = HandedCredential.nkey(i, UserKey.of(owner, i).publicKey());
            put.add(mesh.store.putPerson(
                    new Store.Person(person(i), FEW, owner.publicKey().value(), key, Instant.now(), null), "admin"));
        }
        await(Future.all(put));
        mesh.nudge();
        mesh.live();
    }

    private Map<PrincipalId, Auth> credentials(MeshFixture mesh) throws Exception {
        Map<PrincipalId, Auth> all = new TreeMap<>();
        await(mesh.store.secrets()).forEach((id, secret) -> {
            if (secret.ownerKey().equals(owner.publicKey().value())) {
                all.put(id, HandedCredential.open(owner, id, secret.sealed()));
            }
        });
        return all;
    }

    /** From a change of desired state until the server has proved that it runs it. */
    private long change(AuthMode mode) throws Exception {
        try (MeshFixture mesh = new MeshFixture(directory.resolve(mode.word()), mode)) {
            mesh.startBroker();
            mesh.startAccounts();
            issue(mesh, 0, CONNECTED);
            List<HeldConnection> held = new ArrayList<>();
            try {
                for (Map.Entry<PrincipalId, Auth> each : credentials(mesh).entrySet()) {
                    held.add(new HeldConnection(mesh.identity.natsPort(), each.getValue()));
                }
                assertThat(held).hasSize(CONNECTED);
                assertThat(mesh.running().connections()).isGreaterThanOrEqualTo(CONNECTED);
                long best = Long.MAX_VALUE;
                for (int round = 0; round < CHANGES; round++) {
                    long began = System.nanoTime();
                    issue(mesh, CONNECTED + round, 1);
                    best = Math.min(
                            best, Duration.ofNanos(System.nanoTime() - began).toMillis());
                }
                assertThat(mesh.running().connections()).isGreaterThanOrEqualTo(CONNECTED);
                return best;
            } finally {
                for (HeldConnection each : held) {
                    each.close();
                }
            }
        }
    }

    @Test
    @Tag("long")
    void aChangeIsLiveSoonWithAThousandConnected() throws Exception {
        long keys = change(AuthMode.NKEY);
        long passwords = change(AuthMode.PASSWORD);
        FIGURES.info(
                "change-to-live connected={} nkey_ms={} bcrypt4_ms={} target_ms={}",
                CONNECTED,
                keys,
                passwords,
                CHANGE_TARGET.toMillis());
        assertThat(keys).isLessThan(CHANGE_TARGET.toMillis() * GATE);
    }

    @Test
    void allAreBackSoonAfterTheServerWasKilled() throws Exception {
        try (MeshFixture mesh = new MeshFixture(directory, AuthMode.PASSWORD)) {
            mesh.startBroker();
            mesh.startAccounts();
            issue(mesh, 0, RESTARTED);
            Jnats connector = new Jnats(mesh.vertx);
            List<Bus> buses = new ArrayList<>();
            for (Map.Entry<PrincipalId, Auth> each : credentials(mesh).entrySet()) {
                buses.add(await(connector.connect(BusOptions.mesh(
                        each.getKey(), List.of(mesh.identity.url()), mesh.identity.pins(), each.getValue()))));
            }
            assertThat(buses).hasSize(RESTARTED);
            long killed = mesh.brokerPid();
            ProcessHandle.of(killed).orElseThrow().destroyForcibly();
            Awaitility.await()
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> mesh.brokerPid() != killed && listens(mesh));
            long listening = System.nanoTime();
            Awaitility.await()
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> buses.stream().allMatch(bus -> bus.state() == BusState.CONNECTED));
            long back = Duration.ofNanos(System.nanoTime() - listening).toMillis();
            FIGURES.info("all-back connected={} ms={} target_ms={}", RESTARTED, back, BACK_TARGET.toMillis());
            assertThat(mesh.running().connections()).isGreaterThanOrEqualTo(RESTARTED);
            assertThat(back).isLessThan(BACK_TARGET.toMillis() * GATE);
            await(Future.all(
                    buses.stream().map(bus -> bus.close(Duration.ofSeconds(5))).toList()));
        }
    }

    private static boolean listens(MeshFixture mesh) {
        try (java.net.Socket socket = new java.net.Socket("127.0.0.1", mesh.identity.natsPort())) {
            return socket.isConnected();
        } catch (java.io.IOException e) {
            return false;
        }
    }
}
