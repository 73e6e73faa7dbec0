package io.meshbus.control.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.meshbus.control.store.Store.Declared;
import io.meshbus.control.store.Store.Desired;
import io.meshbus.control.store.Store.DurableMark;
import io.meshbus.control.store.Store.Node;
import io.meshbus.control.store.Store.Person;
import io.meshbus.control.store.Store.PrincipalSecret;
import io.meshbus.control.store.Store.Reported;
import io.meshbus.control.store.Store.Token;
import io.meshbus.sdk.account.DesiredMesh;
import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.account.Rights;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.wire.Report;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store does, whichever engine carries it. */
abstract class StoreContract {
    static final Instant NOW = Instant.ofEpochMilli(1_800_000_000_000L);
    static final NodeId N1 = new NodeId("n1");
    static final TokenId T1 = new TokenId("t1");

    Vertx vertx;
    Store store;

    @Test
    void remembersWhereDurablesWere() throws Exception {
        DurableMark wanted = new DurableMark("orders", 7, NOW, null);
        DurableMark unwanted = new DurableMark("billing", 3, NOW, NOW.plusMillis(5));
        await(store.putDurables(List.of(wanted, unwanted)));
        assertThat(await(store.durables()))
                .containsOnlyKeys("billing", "orders")
                .containsValues(wanted, unwanted);
        await(store.putDurables(List.of(new DurableMark("orders", 9, NOW, NOW))));
        await(store.removeDurable("billing"));
        assertThat(await(store.durables())).isEqualTo(Map.of("orders", new DurableMark("orders", 9, NOW, NOW)));
    }

    abstract Store newStore(Vertx vertx) throws Exception;

    @BeforeEach
    void open() throws Exception {
        vertx = Vertx.vertx();
        store = newStore(vertx);
        await(store.open());
    }

    @AfterEach
    void close() throws Exception {
        await(store.close());
        await(vertx.close());
    }

    static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    /** The mesh's name is the text of the file. */
    static Definition read(DefinitionSource source) {
        return new Definition(
                source.files().getOrDefault("mesh.yaml", ""),
                Map.of(N1, Map.of()),
                List.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of());
    }

    static DefinitionSource source(String name) {
        return new DefinitionSource(Map.of("mesh.yaml", name), Map.of());
    }

    static Token token() {
        return Token.live(T1, N1, "a-proof-key", "$2a$04$x", NOW, NOW.plusSeconds(60));
    }

    static Node node(String key) {
        return new Node(N1, "seal-" + key, "sign-" + key, T1, NOW, new JsonObject().put("os", "linux"));
    }

    static Reported report(long counter, Report.Outcome outcome, String digest) {
        return new Reported(
                new Report(1, N1, counter, 1, 1, digest, outcome, "", List.of(), new JsonObject()), counter, NOW);
    }

    void enrol() throws Exception {
        await(store.addToken(token(), "admin"));
        assertThat(await(store.spend(T1, node("a")))).isTrue();
    }

    Desired desired() throws Exception {
        return await(store.desired(DesiredMesh.Answers.DERIVED));
    }

    @Test
    void startsEmptyAtRevisionZero() throws Exception {
        Desired desired = desired();
        assertThat(desired.revision()).isZero();
        assertThat(desired.push()).isZero();
        assertThat(desired.mesh().definitions()).isEmpty();
        assertThat(await(store.epoch())).isEqualTo(1);
        assertThat(await(store.reached("accounts"))).isZero();
    }

    @Test
    void keepsATokenAndItsSealedProofKey() throws Exception {
        await(store.addToken(token(), "admin"));
        assertThat(await(store.token(T1))).contains(token());
        assertThat(await(store.tokens())).containsExactly(token());
        assertThat(desired().mesh().tokens()).containsExactly(T1);
        assertThat(await(store.revision())).isEqualTo(1);
    }

    @Test
    void spendsATokenOnceForTheSameKeysOnly() throws Exception {
        enrol();
        long revision = await(store.revision());
        assertThat(await(store.spend(T1, node("a")))).isTrue();
        assertThat(await(store.spend(T1, node("b")))).isFalse();
        assertThat(await(store.revision())).isEqualTo(revision);
        assertThat(await(store.node(N1))).contains(node("a"));
        assertThat(await(store.token(T1)).orElseThrow().state()).isEqualTo(Token.State.SPENT);
        assertThat(desired().mesh().enrolled()).containsExactly(N1);
    }

    @Test
    void admitsOneOfTwentyAtOnce() throws Exception {
        await(store.addToken(token(), "admin"));
        List<Future<Boolean>> attempts = IntStream.range(0, 20)
                .mapToObj(i -> store.spend(T1, node("k" + i)))
                .toList();
        await(Future.join(attempts));
        assertThat(attempts.stream().filter(Future::result)).hasSize(1);
    }

    @Test
    void neitherARevokedTokenNorARemovedNodeIsAdmittedAgain() throws Exception {
        enrol();
        assertThat(await(store.removeNode(N1, "admin"))).isTrue();
        assertThat(await(store.removeNode(N1, "admin"))).isFalse();
        assertThat(await(store.spend(T1, node("a")))).isFalse();
        assertThat(await(store.revokeToken(T1, "admin"))).isTrue();
        assertThat(await(store.revokeToken(T1, "admin"))).isFalse();
        assertThat(desired().mesh().tokens()).isEmpty();
    }

    @Test
    void aTokenStaysOpenUntilItsNodeIsHeardOrItExpires() throws Exception {
        enrol();
        assertThat(desired().mesh().tokens()).containsExactly(T1);
        await(store.closeToken(T1));
        long revision = await(store.revision());
        await(store.closeToken(T1));
        assertThat(await(store.revision())).isEqualTo(revision);
        assertThat(desired().mesh().tokens()).isEmpty();
    }

    @Test
    void expiresTokensAndPersonsAndSaysWhich() throws Exception {
        await(store.addToken(token(), "admin"));
        await(store.putPerson(new Person(new PersonId("ann"), Rights.ADMIN, "key", NOW, NOW.plusSeconds(30)), "admin"));
        assertThat(await(store.expire(NOW))).isEmpty();
        assertThat(await(store.expire(NOW.plusSeconds(61))))
                .containsExactlyInAnyOrder(new PrincipalId("enrol.t1"), new PrincipalId("person.ann"));
        assertThat(await(store.revision())).isEqualTo(3);
        assertThat(await(store.expire(NOW.plusSeconds(62)))).isEmpty();
    }

    @Test
    void countsRequestsUntilOneIsAnswered() throws Exception {
        await(store.addToken(token(), "admin"));
        assertThat(await(store.countRequest(T1))).isEqualTo(1);
        assertThat(await(store.countRequest(T1))).isEqualTo(2);
        await(store.answered(T1));
        assertThat(await(store.countRequest(T1))).isEqualTo(1);
        assertThat(await(store.countRequest(new TokenId("other")))).isZero();
    }

    @Test
    void numbersPushesAndTakesTheSameOneOnce() throws Exception {
        assertThat(await(store.addPush("a", "admin", source("one")))).isEqualTo(1);
        assertThat(await(store.addPush("b", "admin", source("two")))).isEqualTo(2);
        assertThat(await(store.addPush("a", "admin", source("one")))).isEqualTo(1);
        assertThat(await(store.revision())).isEqualTo(2);
        assertThat(await(store.newestPush()).orElseThrow().source()).isEqualTo(source("two"));
        assertThat(await(store.push(1)).orElseThrow().id()).isEqualTo("a");
        assertThat(await(store.pushes(5)).stream().map(Store.PushRecord::number))
                .containsExactly(2L, 1L);
        assertThat(meshes(desired())).containsExactly("two");
    }

    private static List<String> meshes(Desired desired) {
        return desired.mesh().definitions().stream()
                .map(Living::definition)
                .map(Definition::mesh)
                .toList();
    }

    @Test
    void anOlderPushLivesOnUntilItsNodeConvergedWithoutIt() throws Exception {
        enrol();
        await(store.addPush("a", "admin", source("one")));
        await(store.putDeclared(new Declared(N1, "d1", 1, 1, 1, NOW)));
        await(store.record(List.of(report(1, Report.Outcome.CONVERGED, "d1"))));
        await(store.addPush("b", "admin", source("two")));
        assertThat(meshes(desired())).containsExactly("one", "two");
        assertThat(desired().mesh().definitions().get(0).nodes()).containsExactly(N1);

        await(store.putDeclared(new Declared(N1, "d2", 1, 2, 2, NOW)));
        await(store.record(List.of(report(2, Report.Outcome.FAILED, "d2"))));
        assertThat(meshes(desired())).containsExactly("one", "two");

        long revision = await(store.revision());
        await(store.record(List.of(report(3, Report.Outcome.CONVERGED, "d2"))));
        assertThat(meshes(desired())).containsExactly("two");
        assertThat(await(store.revision())).isEqualTo(revision + 1);
    }

    @Test
    void aDeclarationThatAPushLeavesAsItWasConvergesAtOnce() throws Exception {
        enrol();
        await(store.addPush("a", "admin", source("one")));
        await(store.putDeclared(new Declared(N1, "d1", 1, 1, 1, NOW)));
        await(store.record(List.of(report(1, Report.Outcome.CONVERGED, "d1"))));
        await(store.addPush("b", "admin", source("two")));
        await(store.putDeclared(new Declared(N1, "d1", 1, 1, 2, NOW)));
        assertThat(meshes(desired())).containsExactly("two");
    }

    @Test
    void remembersABoundedNumberOfPushesOfANodeThatDoesNotConverge() throws Exception {
        enrol();
        int pushes = DeclaredTable.LIVING_PUSHES_MAX + 5;
        for (int i = 1; i <= pushes; i++) {
            await(store.addPush("p" + i, "admin", source("m" + i)));
            await(store.putDeclared(new Declared(N1, "d" + i, 1, i, i, NOW)));
        }
        assertThat(meshes(desired()))
                .hasSize(DeclaredTable.LIVING_PUSHES_MAX + 1)
                .startsWith("m1")
                .endsWith("m" + pushes);
    }

    @Test
    void anOlderReportNeverUndoesANewer() throws Exception {
        enrol();
        assertThat(await(store.record(List.of(
                        report(5, Report.Outcome.CONVERGED, "d5"),
                        report(4, Report.Outcome.FAILED, "d4"),
                        report(6, Report.Outcome.FAILED, "d6")))))
                .containsExactly(true, false, true);
        assertThat(await(store.record(
                        List.of(report(6, Report.Outcome.CONVERGED, "d6"), report(5, Report.Outcome.FAILED, "x")))))
                .containsExactly(false, false);
        assertThat(await(store.reports()).get(N1)).isEqualTo(report(6, Report.Outcome.FAILED, "d6"));
    }

    @Test
    void recordsNothingOfANodeThatIsNotEnrolled() throws Exception {
        assertThat(await(store.record(List.of(report(1, Report.Outcome.CONVERGED, "d")))))
                .containsExactly(false);
        assertThat(await(store.reports())).isEmpty();
    }

    @Test
    void recordsAWholeBatch() throws Exception {
        enrol();
        List<Reported> batch = new ArrayList<>();
        for (int i = 1; i <= 256; i++) {
            batch.add(report(i, Report.Outcome.FAILED, "d"));
        }
        assertThat(await(store.record(batch))).hasSize(256).doesNotContain(false);
        assertThat(await(store.reports()).get(N1).report().counter()).isEqualTo(256);
    }

    @Test
    void keepsSecretsByPrincipal() throws Exception {
        PrincipalSecret secret = new PrincipalSecret(new PrincipalId("host.n1"), "hash", "sealed", "owner");
        PrincipalSecret other = new PrincipalSecret(new PrincipalId("orders.n1"), "hash", "sealed", "owner");
        await(store.putSecrets(List.of(secret, other)));
        PrincipalSecret renewed = new PrincipalSecret(secret.id(), "hash2", "sealed2", "owner2");
        await(store.putSecrets(List.of(renewed)));
        assertThat(await(store.secret(secret.id()))).contains(renewed);
        await(store.removeSecrets(List.of(secret.id())));
        assertThat(await(store.secrets())).isEqualTo(Map.of(other.id(), other));
        assertThat(await(store.revision())).isZero();
    }

    @Test
    void keepsPersonsWithTheirRights() throws Exception {
        Person ann = new Person(
                new PersonId("ann"),
                new Rights(false, List.of("pricing.*"), Set.of(Rights.Right.STATUS)),
                "key",
                NOW,
                null);
        await(store.putPerson(ann, "admin"));
        assertThat(await(store.persons())).containsExactly(ann);
        assertThat(desired().mesh().persons()).containsEntry(ann.id(), ann.rights());
        assertThat(await(store.removePerson(ann.id(), "admin"))).isTrue();
        assertThat(await(store.removePerson(ann.id(), "admin"))).isFalse();
        assertThat(await(store.revision())).isEqualTo(2);
    }

    @Test
    void progressOnlyRises() throws Exception {
        await(store.reach("accounts", 7));
        await(store.reach("accounts", 3));
        assertThat(await(store.reached("accounts"))).isEqualTo(7);
        assertThat(await(store.reached("streams"))).isZero();
    }

    @Test
    void aYoungerStreamRaisesTheEpoch() throws Exception {
        assertThat(await(store.noteNodesCreated(NOW))).isEqualTo(1);
        assertThat(await(store.noteNodesCreated(NOW))).isEqualTo(1);
        assertThat(await(store.revision())).isZero();
        assertThat(await(store.noteNodesCreated(NOW.plusMillis(1)))).isEqualTo(2);
        assertThat(await(store.noteNodesCreated(NOW))).isEqualTo(2);
        assertThat(await(store.epoch())).isEqualTo(2);
        assertThat(await(store.revision())).isEqualTo(1);
    }

    @Test
    void chainsTheAudit() throws Exception {
        enrol();
        await(store.audit("person.ann", "refused", "command=push"));
        List<Store.AuditEntry> newestFirst = await(store.auditTail(Long.MAX_VALUE, 10));
        assertThat(newestFirst.stream().map(Store.AuditEntry::what))
                .containsExactly("refused", "node.enrol", "token.issue");
        String before = "";
        for (int i = newestFirst.size() - 1; i >= 0; i--) {
            Store.AuditEntry e = newestFirst.get(i);
            assertThat(e.hash())
                    .isEqualTo(AuditTable.hash(before, e.number(), e.at(), e.by(), e.what(), e.detail(), e.revision()));
            before = e.hash();
        }
    }

    /** A statement of somebody who has the database's own password. */
    abstract void tamper(String statement) throws Exception;

    @Test
    void followsTheAuditFromEndToEndAndFindsWhatWasChangedOrTakenOut() throws Exception {
        assertThat(await(store.auditVerify())).isEqualTo(new Store.AuditCheck(0, 0));
        for (int i = 1; i <= 5; i++) {
            await(store.audit("person.ann", "refused", "command=c" + i));
        }
        assertThat(await(store.auditVerify())).isEqualTo(new Store.AuditCheck(5, 0));
        assertThat(await(store.auditTail(3, 10)).stream().map(Store.AuditEntry::number))
                .containsExactly(2L, 1L);

        tamper("UPDATE audit SET done_by = 'person.bob' WHERE number = 4");
        assertThat(await(store.auditVerify())).isEqualTo(new Store.AuditCheck(3, 4));
        tamper("DELETE FROM audit WHERE number = 2");
        assertThat(await(store.auditVerify())).isEqualTo(new Store.AuditCheck(1, 2));
    }

    @Test
    void findsAnAuditWhoseEndWasCutOff() throws Exception {
        await(store.audit("person.ann", "refused", "command=c1"));
        await(store.audit("person.ann", "refused", "command=c2"));
        tamper("DELETE FROM audit WHERE number = 2");
        assertThat(await(store.auditVerify())).isEqualTo(new Store.AuditCheck(1, 2));
    }

    @Test
    void failsWithStoreAwayOnceClosed() throws Exception {
        await(store.close());
        assertThat(catchThrowable(() -> await(store.revision()))).hasMessageContaining("[STORE_AWAY]");
    }
}
