package io.meshbus.sdk.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.meshbus.sdk.LoopWatch;
import io.meshbus.sdk.account.Explanation.Direction;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.fabric.Fabric;
import io.meshbus.sdk.fabric.FabricOptions;
import io.meshbus.sdk.fabric.Kind;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.RunnerId;
import io.meshbus.sdk.id.ServerId;
import io.meshbus.sdk.manifest.Sources;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.UserKey;
import io.meshbus.sdk.testing.LocalNats;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The fabric's users as mesh.yaml declares them: what is granted is enough for all of it, and no more than that. */
@ExtendWith(LoopWatch.class)
class FabricAccountIT {
    private static final PrincipalId S1 = PrincipalId.fabricServer(new ServerId("s1"));
    private static final PrincipalId R1 = PrincipalId.fabricRunner(new RunnerId("r1"));

    private final SecureRandom random = new SecureRandom();
    private final UserKey server = UserKey.generate(random);
    private final UserKey runner = UserKey.generate(random);

    static String declared(SecureRandom random) {
        return line(UserKey.generate(random), UserKey.generate(random));
    }

    private static String line(UserKey server, UserKey runner) {
        return "fabric: { servers: { s1: " + server.publicKey() + " }, runners: { r1: " + runner.publicKey() + " } }";
    }

    private DesiredMesh mesh() {
        return Meshes.of(Sources.shop("mesh.yaml", "fabric: {}", line(server, runner)), Map.of());
    }

    private LocalNats start(Path directory) {
        DesiredMesh mesh = mesh();
        Composition composition = Composer.compose(mesh);
        Map<PrincipalId, Credential> credentials = new HashMap<>(Meshes.hashes(composition));
        credentials.putAll(mesh.declared());
        return LocalNats.start(
                directory, UserListText.render(1, composition, credentials).text() + """
                        accounts {
                          MESH { users: $MESH_USERS }
                          STREAMS { users: $STREAMS_USERS }
                          FABRIC { jetstream: enabled, users: $FABRIC_USERS }
                          CHECK { users: $CHECK_USERS }
                          SYS { users: [ { user: sys, password: "pw" } ] }
                        }
                        system_account: SYS
                        """);
    }

    private static FabricOptions options(LocalNats broker, PrincipalId principal, UserKey key) {
        return FabricOptions.of(BusOptions.mesh(
                        principal,
                        List.of(broker.url()),
                        List.of(broker.pin()),
                        BusOptions.Auth.nkey(principal, key.seed())))
                .withDelivery(Duration.ofSeconds(2), 1);
    }

    @Test
    void whatIsDeclaredIsEnoughForAllOfIt(@TempDir Path directory) {
        Vertx vertx = LoopWatch.vertx();
        try (LocalNats broker = start(directory)) {
            Fabric s1 = get(Fabric.connect(vertx, options(broker, S1, server)));
            Fabric r1 = get(Fabric.connect(vertx, options(broker, R1, runner)));
            get(s1.ensureStream());
            get(s1.ensureStream());
            List<String> seen = new CopyOnWriteArrayList<>();
            get(s1.subscribe("t1", Kind.MESSAGE_POSTED, event -> {
                seen.add("concrete " + event.ref().rowId());
                return Future.succeededFuture();
            }));
            get(s1.subscribeKind(Kind.CHANNEL_CHANGED, event -> Future.failedFuture("no")));
            get(s1.publish("t1", Kind.MESSAGE_POSTED, "m1"));
            get(s1.publish("t1", Kind.CHANNEL_CHANGED, "c1"));
            get(s1.runners().runnerEvents()).handler(event -> seen.add("event " + event.runner()));
            get(r1.runners().commands("r1")).handler(body -> seen.add("command " + body));
            get(s1.sessions().clientMessages("x")).handler(body -> seen.add("client " + body));
            get(s1.routing().subscribeBindingChanges(change -> seen.add("binding " + change.op())));
            get(s1.runners().sendCommand("r1", Buffer.buffer("go")));
            get(r1.runners().publishRunnerEvent("r1", new JsonObject()));
            get(s1.sessions().sendToClient("x", Buffer.buffer("hi")));
            get(s1.routing().publishBindingChange(io.meshbus.sdk.fabric.BindingChange.bound("t1", "x")));
            await().until(() -> seen.size() == 5
                    && s1.metrics().parked().values().stream()
                                    .mapToLong(Long::longValue)
                                    .sum()
                            == 1);
            get(s1.bus().flush());
            assertThat(seen)
                    .containsExactlyInAnyOrder("concrete m1", "event r1", "command go", "client hi", "binding bound");
            assertThat(s1.bus().metrics().violations()).isZero();
            assertThat(r1.bus().metrics().violations()).isZero();
            assertThat(s1.metrics().deadLetterFailures()).isZero();
            for (Future<?> forbidden : List.of(
                    r1.runners().commands("r2"),
                    r1.publish("t1", Kind.MESSAGE_POSTED, "m2"),
                    r1.runners().runnerEvents(),
                    s1.runners().commands("r1"))) {
                assertThatThrownBy(() -> get(forbidden)).hasMessageContaining("PERMISSION_VIOLATION");
            }
            get(Future.all(s1.close(), r1.close()));
        } finally {
            get(vertx.close());
        }
    }

    @Test
    void anExplanationNamesTheLine() {
        Composition composition = Composer.compose(mesh());
        assertThat(Explanation.of(composition, S1, Direction.PUBLISH, "compass.t1.comms.message_posted")
                        .text())
                .startsWith("fabric.s1 may publish to compass.t1.comms.message_posted: a server of the fabric")
                .contains("mesh.yaml:13");
        assertThat(Explanation.of(composition, R1, Direction.SUBSCRIBE, "compass.runner.r2.cmd")
                        .allowed())
                .isFalse();
    }

    @Test
    void theListsAreWhole() {
        Composition composition = Composer.compose(mesh());
        assertThat(Meshes.publish(composition, "fabric.runner.r1")).containsExactly("compass.runner.events");
        assertThat(Meshes.subscribe(composition, "fabric.runner.r1"))
                .containsExactly("_INBOX.fabric.runner.r1.>", "compass.runner.r1.cmd");
        assertThat(Meshes.subscribe(composition, "fabric.s1"))
                .containsExactly(
                        "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.COMPASS_COMMS.>",
                        "_INBOX.fabric.s1.>",
                        "client.*",
                        "compass.routing.binding.*",
                        "compass.runner.events compass-runner-events");
        assertThat(Meshes.publish(composition, "fabric.s1"))
                .containsExactly(
                        "$JS.ACK.COMPASS_COMMS.*.>",
                        "$JS.ACK._." + io.meshbus.sdk.subject.AccountHash.of("FABRIC") + ".COMPASS_COMMS.*.>",
                        "$JS.API.CONSUMER.CREATE.COMPASS_COMMS.>",
                        "$JS.API.CONSUMER.INFO.COMPASS_COMMS.*",
                        "$JS.API.CONSUMER.MSG.NEXT.COMPASS_COMMS.*",
                        "$JS.API.STREAM.CREATE.COMPASS_COMMS",
                        "$JS.API.STREAM.INFO.COMPASS_COMMS",
                        "$JS.API.STREAM.MSG.GET.COMPASS_COMMS",
                        "$JS.API.STREAM.UPDATE.COMPASS_COMMS",
                        "client.*",
                        "compass.*.comms.*",
                        "compass.dlq.comms",
                        "compass.routing.binding.*",
                        "compass.runner.*.cmd");
    }

    private static <T> T get(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof ProblemException known ? known : new IllegalStateException(e);
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }
}
