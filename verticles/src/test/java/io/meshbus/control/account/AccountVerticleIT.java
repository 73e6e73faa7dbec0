package io.meshbus.control.account;

import static io.meshbus.control.MeshFixture.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.MeshFixture;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.PrincipalSecret;
import io.meshbus.directory.AtomicFile;
import io.meshbus.natsserver.ConfigCheck;
import io.meshbus.natsserver.NatsServerBinary;
import io.meshbus.sdk.account.Rights;
import io.meshbus.sdk.account.UserListText;
import io.meshbus.sdk.id.ModuleId;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.secret.PasswordHash;
import io.meshbus.sdk.secret.SealingKey;
import io.meshbus.sdk.secret.Secret;
import io.nats.client.Connection;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From desired state to a list that the running server proves. */
class AccountVerticleIT {
    static final NodeId N1 = new NodeId("n1");
    static final PrincipalId ORDERS = PrincipalId.module(new ModuleId("orders"), N1);
    static final Map<String, String> DEFINITION = Map.of(
            "mesh.yaml", """
                    mesh: demo
                    nodes: { n1: {} }
                    assignments: { billing: [ n1 ], orders: [ n1 ] }
                    """,
            "modules/billing/module.yaml", """
                    module: billing
                    version: 1.0.0
                    emits: { paid: {} }
                    serves: { check: { description: checks } }
                    run: { container: { image: x } }
                    """,
            "modules/orders/module.yaml", """
                    module: orders
                    version: 1.0.0
                    emits: { placed: {} }
                    consumes: [ billing.paid ]
                    uses: [ billing.check ]
                    run: { container: { image: x } }
                    """);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Duration SOON = Duration.ofSeconds(15);

    @TempDir
    Path temp;

    private final SealingKey node = SealingKey.generate(RANDOM);
    private MeshFixture mesh;

    @BeforeEach
    void genesis() throws Exception {
        mesh = new MeshFixture(temp.resolve("mesh"));
    }

    @AfterEach
    void close() throws Exception {
        mesh.close();
    }

    private void up() throws Exception {
        mesh.startBroker();
        mesh.startAccounts();
        mesh.live();
    }

    private Secret issueToken(String id) throws Exception {
        Secret password = Secret.mint(RANDOM);
        Instant now = Instant.now();
        await(mesh.store.addToken(
                Store.Token.live(
                        new TokenId(id),
                        N1,
                        Secret.mint(RANDOM).revealText(),
                        PasswordHash.of(password, RANDOM),
                        now,
                        now.plusSeconds(600)),
                "admin"));
        mesh.nudge();
        return password;
    }

    @Test
    void theFirstPersonStaysWhoHeWas() throws Exception {
        up();
        assertThat(mesh.directory.bootstrap()).doesNotExist();
        try (Connection admin = mesh.admin()) {
            assertThat(admin.getStatus()).isEqualTo(Connection.Status.CONNECTED);
        }
    }

    @Test
    void aTokenCanConnectOnceItsRevisionIsReachedAndNoMoreOnceRevoked() throws Exception {
        up();
        PrincipalId enrol = PrincipalId.enrolment(new TokenId("t1"));
        Secret password = issueToken("t1");
        mesh.live();
        Connection connection = mesh.connect(enrol, password);
        await(mesh.store.revokeToken(new TokenId("t1"), "admin"));
        mesh.nudge();
        mesh.live();
        await().atMost(SOON).until(() -> connection.getStatus() == Connection.Status.CLOSED);
        assertThatThrownBy(() -> mesh.connect(enrol, password)).isInstanceOf(IOException.class);
    }

    @Test
    void modulesOfAnEnrolledNodeGetSecretsThatOnlyTheirNodeCanOpen() throws Exception {
        up();
        mesh.push("p1", DEFINITION);
        mesh.live();
        assertThat(await(mesh.store.secret(ORDERS))).isEmpty();
        mesh.enrol(N1, node);
        mesh.live();
        try (Connection orders = mesh.connect(ORDERS, node);
                Connection host = mesh.connect(PrincipalId.host(N1), node)) {
            assertThat(orders.getStatus()).isEqualTo(Connection.Status.CONNECTED);
            assertThat(host.getStatus()).isEqualTo(Connection.Status.CONNECTED);
        }
        assertThatThrownBy(() -> mesh.connect(ORDERS, SealingKey.generate(RANDOM)))
                .hasMessageContaining("CREDENTIALS_UNUSABLE");
    }

    @Test
    void aNodeThatEnrolsWithAnotherKeyGetsNewSecretsAndItsOldOnesEnd() throws Exception {
        mesh.push("p1", DEFINITION);
        mesh.enrol(N1, node);
        up();
        PrincipalSecret before = await(mesh.store.secret(ORDERS)).orElseThrow();
        Connection old = mesh.connect(ORDERS, node);
        SealingKey other = SealingKey.generate(RANDOM);
        await(mesh.store.removeNode(N1, "admin"));
        mesh.enrol(N1, other);
        mesh.live();
        assertThat(await(mesh.store.secret(ORDERS)).orElseThrow().hash()).isNotEqualTo(before.hash());
        await().atMost(SOON).until(() -> old.getStatus() == Connection.Status.CLOSED);
        try (Connection orders = mesh.connect(ORDERS, other)) {
            assertThat(orders.getStatus()).isEqualTo(Connection.Status.CONNECTED);
        }
    }

    @Test
    void aRemovedPersonLosesItsSecretOnceTheListWithoutItIsLive() throws Exception {
        up();
        PersonId ann = new PersonId("ann");
        SealingKey key = SealingKey.generate(RANDOM);
        await(mesh.store.putPerson(
                new Store.Person(ann, Rights.ADMIN, key.publicKey().value(), Instant.now(), null), "admin"));
        mesh.nudge();
        mesh.live();
        Connection connection = mesh.connect(PrincipalId.person(ann), key);
        await(mesh.store.removePerson(ann, "admin"));
        mesh.nudge();
        mesh.live();
        await().atMost(SOON).until(() -> connection.getStatus() == Connection.Status.CLOSED);
        await().atMost(SOON)
                .until(() -> await(mesh.store.secret(PrincipalId.person(ann))).isEmpty());
    }

    @Test
    void theFileHoldsHashesOnlyAndNobodyButTheControllerHasABareInboxOrManagement() throws Exception {
        mesh.push("p1", DEFINITION);
        mesh.enrol(N1, node);
        issueToken("t1");
        up();
        String file = Files.readString(mesh.directory.users());
        assertThat(file.lines().filter(line -> line.contains("password:")))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).containsPattern("password: \"\\$2a\\$04\\$[./A-Za-z0-9]{53}\""));
        JsonObject shown =
                (JsonObject) await(mesh.vertx.eventBus().request(ControlAddress.ACCOUNTS_SHOW, new JsonObject()))
                        .body();
        assertThat(shown.getJsonArray("principals")).hasSizeGreaterThanOrEqualTo(7);
        for (Object entry : shown.getJsonArray("principals")) {
            JsonObject principal = (JsonObject) entry;
            if (!principal.getString("principal").startsWith("controller")) {
                assertThat(principal.getJsonArray("publish").toString())
                        .doesNotContain("\"_INBOX.>\"")
                        .doesNotContain("$JS.API")
                        .doesNotContain("\"subject\":\">\"");
                assertThat(principal.getJsonArray("subscribe").toString())
                        .doesNotContain("\"_INBOX.>\"")
                        .doesNotContain("\"subject\":\">\"");
                assertThat(principal.getString("account")).isEqualTo("MESH");
            }
        }
        assertThat(file).doesNotContain("[]");
    }

    @Test
    void explainsFromTheLiveListAndNamesWhatItDoesNotKnow() throws Exception {
        mesh.push("p1", DEFINITION);
        mesh.enrol(N1, node);
        up();
        JsonObject answer = (JsonObject) await(mesh.vertx
                        .eventBus()
                        .request(
                                ControlAddress.ACCOUNTS_EXPLAIN,
                                new JsonObject()
                                        .put("principal", ORDERS.value())
                                        .put("direction", "publish")
                                        .put("subject", "mesh.mod.orders.event.placed")))
                .body();
        assertThat(answer.getBoolean("allowed")).isTrue();
        assertThat(answer.getJsonObject("grant").getString("where")).startsWith("modules/orders/module.yaml:");
        assertThatThrownBy(() -> await(mesh.vertx
                        .eventBus()
                        .request(
                                ControlAddress.ACCOUNTS_EXPLAIN,
                                new JsonObject()
                                        .put("principal", "order.n1")
                                        .put("direction", "publish")
                                        .put("subject", "a"))))
                .hasMessageContaining("1703")
                .hasMessageContaining("did you mean orders.n1");
    }

    @Test
    void anUnchangedListIsNotWrittenAgain() throws Exception {
        up();
        FileTime written = Files.getLastModifiedTime(mesh.directory.users());
        Object key = Files.getAttribute(mesh.directory.users(), "unix:ino");
        mesh.push("p1", Map.of("mesh.yaml", "mesh: demo\nnodes: { n1: {} }\nassignments: {}\n"));
        mesh.live();
        assertThat(Files.getLastModifiedTime(mesh.directory.users())).isEqualTo(written);
        assertThat(Files.getAttribute(mesh.directory.users(), "unix:ino")).isEqualTo(key);
    }

    @Test
    void theCheckedDigestIsTheOneThatRunsAfterTheRename() throws Exception {
        up();
        issueToken("t1");
        mesh.live();
        assertThat(ConfigCheck.check(NatsServerBinary.locate(null), mesh.directory.natsConf()))
                .isEqualTo(new ConfigCheck.Verdict.Valid(mesh.running().configDigest()));
        assertThat(mesh.directory.usersCandidate()).doesNotExist();
        assertThat(mesh.directory.natsCandidateConf()).doesNotExist();
    }

    @Test
    void withoutABrokerNothingIsReachedAndWithItAllIs() throws Exception {
        mesh.startAccounts();
        issueToken("t1");
        await().atMost(SOON)
                .until(() -> Files.readString(mesh.directory.users()).contains("\"enrol.t1\""));
        assertThat(await(mesh.store.reached("accounts"))).isLessThan(await(mesh.store.revision()));
        mesh.startBroker();
        mesh.live();
    }

    @Test
    void aListEditedByHandIsPutRight() throws Exception {
        up();
        Optional<String> sound = UserListText.bodyOf(Files.readString(mesh.directory.users()));
        assertThat(sound).isPresent();
        AtomicFile.write(mesh.directory.users(), "MESH_USERS = [");
        await().atMost(SOON)
                .until(() -> UserListText.bodyOf(Files.readString(mesh.directory.users()))
                        .equals(sound));
    }

    @Test
    void candidatesOfACrashAreOverwritten() throws Exception {
        AtomicFile.write(mesh.directory.usersCandidate(), "half a li");
        AtomicFile.write(mesh.directory.natsCandidateConf(), "half a co");
        up();
        issueToken("t1");
        mesh.live();
        assertThat(mesh.directory.usersCandidate()).doesNotExist();
    }

    @Test
    void fiftyChangesAreAFewReloadsAndTheLastStateIsLive() throws Exception {
        up();
        assertFewReloads(i -> issueToken("b" + i));
        assertThat(Files.readString(mesh.directory.users())).contains("\"enrol.b0\"", "\"enrol.b49\"");
    }

    /** Each of them changes what orders may publish. */
    @Test
    void fiftyPushesAreAFewReloadsAndTheLastOneIsLive() throws Exception {
        mesh.push("p0", DEFINITION);
        mesh.enrol(N1, node);
        up();
        assertFewReloads(i -> {
            Map<String, String> changed = new HashMap<>(DEFINITION);
            changed.computeIfPresent(
                    "modules/orders/module.yaml",
                    (file, text) -> text.replace("placed: {}", "placed: {}, e" + i + ": {}"));
            mesh.push("p" + (i + 1), changed);
        });
        assertThat(Files.readString(mesh.directory.users())).contains("\"mesh.mod.orders.event.e49\"");
        try (Connection orders = mesh.connect(ORDERS, node)) {
            assertThat(orders.getStatus()).isEqualTo(Connection.Status.CONNECTED);
        }
    }

    /** Three a second, and where fifty changes take longer than a second, three in each. */
    private void assertFewReloads(Change change) throws Exception {
        String log = Files.readString(mesh.directory.brokerLog());
        long began = System.nanoTime();
        for (int i = 0; i < 50; i++) {
            change.make(i);
        }
        long seconds = 1 + Duration.ofNanos(System.nanoTime() - began).toSeconds();
        mesh.live();
        String after = Files.readString(mesh.directory.brokerLog()).substring(log.length());
        long reloads = after.lines()
                .filter(line -> line.contains("Reloaded server configuration"))
                .count();
        assertThat(reloads).isBetween(1L, 3 * seconds);
    }

    private interface Change {
        void make(int number) throws Exception;
    }
}
