package io.meshbus.control.account;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.MeshFixture;
import io.meshbus.directory.ControllerSecrets;
import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.bus.BusOptions.Auth;
import io.meshbus.sdk.id.PrincipalId;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A controller that dies on either side of each step by which it replaces its own credentials: what the file says opens at
 * every moment, and the next start ends what was begun.
 */
class RotationCrashIT {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final List<PrincipalId> OWN = List.of(PrincipalId.CONTROLLER, PrincipalId.STREAMS);

    @TempDir
    private Path temporary;

    private MeshFixture mesh;

    /** Where the process ends. */
    private enum Line {
        FRESH_WRITTEN,
        SWITCHED,
        ONE_RENEWED,
        BOTH_RENEWED,
        SETTLED
    }

    @ParameterizedTest
    @CsvSource({
        "FRESH_WRITTEN, PASSWORD",
        "SWITCHED, PASSWORD",
        "ONE_RENEWED, PASSWORD",
        "BOTH_RENEWED, PASSWORD",
        "SETTLED, PASSWORD",
        "FRESH_WRITTEN, NKEY",
        "SWITCHED, NKEY",
        "SETTLED, NKEY"
    })
    void theNextStartEndsWhatWasBegun(Line line, AuthMode mode) throws Exception {
        mesh = new MeshFixture(temporary.resolve("mesh"), mode);
        try {
            mesh.startBroker();
            String before = mesh.startAccounts();
            mesh.live();
            Map<PrincipalId, Auth> old = inUse();
            await(mesh.vertx.undeploy(before));

            dieAt(line, mode);

            opens(inUse());
            List<PrincipalId> renewed = new ArrayList<>();
            mesh.renewWith((principal, auth) -> {
                renewed.add(principal);
                return Future.succeededFuture();
            });
            mesh.startAccounts();
            await().atMost(LIMIT).until(() -> !isUnderWay());
            await().atMost(LIMIT).ignoreExceptions().untilAsserted(() -> refused(old));
            opens(inUse());
            assertThat(inUse()).doesNotContainEntry(PrincipalId.CONTROLLER, old.get(PrincipalId.CONTROLLER));
            assertThat(renewed).isEqualTo(line == Line.SETTLED ? List.of() : OWN);
        } finally {
            mesh.close();
        }
    }

    private void dieAt(Line line, AuthMode mode) throws Exception {
        if (line == Line.FRESH_WRITTEN) {
            secrets().withNext(mode, RANDOM).write(mesh.directory);
            return;
        }
        int survives = line == Line.SWITCHED ? 0 : line == Line.ONE_RENEWED ? 1 : 2;
        AtomicInteger renewals = new AtomicInteger();
        AtomicInteger dead = new AtomicInteger();
        mesh.renewWith((principal, auth) -> {
            if (renewals.getAndIncrement() < survives) {
                if (renewals.get() == OWN.size()) {
                    dead.incrementAndGet();
                    return Future.failedFuture("the process ends after the last renewal");
                }
                return Future.succeededFuture();
            }
            dead.incrementAndGet();
            return Future.failedFuture("the process ends at a renewal");
        });
        String dying = mesh.startAccounts();
        mesh.live();
        await(mesh.vertx
                .eventBus()
                .request(
                        ControlAddress.ACCOUNTS_ROTATE,
                        new JsonObject().put("principals", new JsonArray().add(PrincipalId.CONTROLLER.value()))));
        await().atMost(LIMIT).until(() -> dead.get() > 0);
        await(mesh.vertx.undeploy(dying));
        assertThat(secrets().hasOld()).isTrue();
        if (line == Line.SETTLED) {
            secrets().settled().write(mesh.directory);
        }
    }

    private ControllerSecrets secrets() {
        return ControllerSecrets.read(mesh.directory);
    }

    private boolean isUnderWay() {
        return secrets().hasNext() || secrets().hasOld();
    }

    private Map<PrincipalId, Auth> inUse() {
        ControllerSecrets now = secrets();
        Map<PrincipalId, Auth> all = new LinkedHashMap<>();
        OWN.forEach(id -> all.put(id, now.auth(id)));
        return all;
    }

    private void opens(Map<PrincipalId, Auth> credentials) throws IOException {
        for (Auth each : credentials.values()) {
            new HeldConnection(mesh.identity.natsPort(), each).close();
        }
    }

    private void refused(Map<PrincipalId, Auth> credentials) {
        credentials.forEach((id, auth) -> assertThatThrownBy(
                        () -> new HeldConnection(mesh.identity.natsPort(), auth).close())
                .as(id.value())
                .hasMessageContaining("Authorization"));
    }
}
