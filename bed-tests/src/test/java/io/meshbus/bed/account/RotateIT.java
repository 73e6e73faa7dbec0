package io.meshbus.bed.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshbus.bed.DefinitionCopy;
import io.meshbus.bed.MeshBed;
import io.meshbus.bed.Meshbus;
import io.meshbus.bed.PlainClient;
import io.meshbus.directory.ControllerSecrets;
import io.meshbus.directory.MeshDirectory;
import io.meshbus.directory.PersonFiles;
import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.account.PersonCredentials;
import io.meshbus.sdk.bus.BusOptions.Auth;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.subject.Streams;
import io.nats.client.JetStreamManagement;
import io.nats.client.Message;
import io.nats.client.api.MessageInfo;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every credential of a working mesh is replaced: no event is lost, no call unanswered, no old one opens. */
class RotateIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String TICKS = "mesh.mod.clock.event.tick";
    private static final NodeId N1 = new NodeId("n1");
    private static final ModuleId ORDERS = new ModuleId("orders");
    private static final PersonId ADMIN = new PersonId("admin");

    @TempDir
    private Path temporary;

    @Test
    @Tag("long")
    void passwordsWhileTheMeshWorks() throws Exception {
        allOfThemWhileTheMeshWorks("password");
    }

    @Test
    @Tag("long")
    void keysWhileTheMeshWorks() throws Exception {
        allOfThemWhileTheMeshWorks("nkey");
    }

    private void allOfThemWhileTheMeshWorks(String auth) throws Exception {
        DefinitionCopy definition = DefinitionCopy.ofDemo(temporary.resolve("definition"));
        definition.edit("mesh.yaml", "mesh: demo", "mesh: demo\nauth: " + auth);
        MeshDirectory mesh = new MeshDirectory(temporary.resolve("mesh"));
        try (MeshBed bed = MeshBed.raise(mesh.root(), definition.root())) {
            Path ann = temporary.resolve("ann.json");
            Meshbus.Result issued = bed.run("operator", "issue", "ann", "--tools", "*", "--out", ann.toString());
            assertThat(issued.exit()).as(issued.all()).isZero();
            Map<PrincipalId, Auth> old = credentials(mesh);
            AtomicBoolean over = new AtomicBoolean();
            CompletableFuture<Integer> calls = CompletableFuture.supplyAsync(() -> call(mesh, ann, over));

            JsonObject rotated = bed.json("accounts", "rotate", "--all", "--timeout", "120s");

            over.set(true);
            assertThat(rotated.getJsonArray("waiting")).isEmpty();
            assertThat(rotated.getJsonArray("rotated").stream().toList())
                    .contains(
                            "controller",
                            "host.hub",
                            "host.n1",
                            "orders.n1",
                            "clock.hub",
                            "pricing.n2",
                            "person.admin");
            assertThat(calls.join()).isGreaterThan(10);
            Map<PrincipalId, Auth> fresh = credentials(mesh);
            for (PrincipalId id : old.keySet()) {
                assertThat(fresh.get(id)).as(id.value()).isNotEqualTo(old.get(id));
                PlainClient.connect(mesh, id, fresh.get(id)).close();
                if (!id.equals(PrincipalId.person(ADMIN))) {
                    assertThatThrownBy(() -> PlainClient.connect(mesh, id, old.get(id)))
                            .as(id.value())
                            .hasMessageContaining("Authorization");
                }
            }
            assertThat(bed.json("status").getBoolean("ready")).isTrue();
            noTickIsMissing(mesh);
            assertThat(bed.interrupt()).isBetween(0, 143);
            bed.upAgain();
            assertThat(bed.json("call", "pricing.quote", "--arg", "item=tea").getString("item"))
                    .isEqualTo("tea");
        }
    }

    private static Map<PrincipalId, Auth> credentials(MeshDirectory mesh) throws Exception {
        Map<PrincipalId, Auth> all = new LinkedHashMap<>();
        ControllerSecrets own = ControllerSecrets.read(mesh);
        all.put(PrincipalId.CONTROLLER, own.auth(PrincipalId.CONTROLLER));
        all.put(PrincipalId.STREAMS, own.auth(PrincipalId.STREAMS));
        PrincipalId orders = PrincipalId.module(ORDERS, N1);
        all.put(
                orders,
                HandedCredential.open(PlainClient.keyOf(mesh, N1), orders, PlainClient.handed(mesh, ORDERS, N1)));
        PrincipalId host = PrincipalId.host(N1);
        String handed = new JsonObject(Files.readString(mesh.node(N1).resolve("identity.json"))).getString("sealed");
        all.put(host, HandedCredential.open(PlainClient.keyOf(mesh, N1), host, handed));
        PersonCredentials admin = PersonFiles.credentials(mesh.person(ADMIN));
        all.put(admin.principal(), admin.auth(PersonFiles.key(mesh.personKey(ADMIN))));
        return all;
    }

    /** One call after another; how many, all answered. */
    private static int call(MeshDirectory mesh, Path credentials, AtomicBoolean over) {
        PersonCredentials ann = PersonFiles.credentials(credentials);
        Auth auth = ann.auth(PersonFiles.key(PersonFiles.keyBeside(credentials)));
        try (PlainClient client = PlainClient.connect(mesh, ann.principal(), auth)) {
            int calls = 0;
            while (!over.get()) {
                Message answer = client.connection()
                        .request(
                                "mesh.mod.pricing.tool.quote",
                                "{\"item\":\"tea\"}".getBytes(StandardCharsets.UTF_8),
                                LIMIT);
                assertThat(answer).as("call " + calls).isNotNull();
                assertThat(new String(answer.getData(), StandardCharsets.UTF_8))
                        .as("call " + calls)
                        .contains("3.2");
                calls++;
            }
            return calls;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** The clock counts what it emits: a missing number is a lost event, a second 1 a restart. */
    private static void noTickIsMissing(MeshDirectory mesh) throws Exception {
        List<Integer> counts = new ArrayList<>();
        try (PlainClient streams = PlainClient.streams(mesh)) {
            JetStreamManagement management = streams.connection().jetStreamManagement();
            MessageInfo next = management.getFirstMessage(Streams.EVENTS, TICKS);
            long last =
                    management.getStreamInfo(Streams.EVENTS).getStreamState().getLastSequence();
            long lastTick = management.getLastMessage(Streams.EVENTS, TICKS).getSeq();
            while (true) {
                counts.add(new JsonObject(new String(next.getData(), StandardCharsets.UTF_8))
                        .getJsonObject("data")
                        .getInteger("count"));
                if (next.getSeq() >= Math.min(last, lastTick)) {
                    break;
                }
                next = management.getNextMessage(Streams.EVENTS, next.getSeq() + 1, TICKS);
            }
        }
        assertThat(counts)
                .isEqualTo(IntStream.rangeClosed(1, counts.size()).boxed().toList());
    }
}
