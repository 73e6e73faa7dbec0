package io.meshbus.control.store;

import io.meshbus.sdk.account.DesiredMesh;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The store on SQL: every method is one transaction. Usable from any context. */
public final class SqlStore implements Store {
    private final Database database;
    private final Clock clock;
    private final TokenTable tokens;
    private final DesiredReader desired;
    private final @Nullable Fence fence;

    /** @param reader reads a stored source again; the same that checked it at its push */
    public SqlStore(
            Vertx vertx,
            StoreConfig config,
            AtRest atRest,
            Function<DefinitionSource, Definition> reader,
            Clock clock) {
        this.database = new Database(vertx, config);
        this.clock = clock;
        this.tokens = new TokenTable(atRest);
        this.desired = new DesiredReader(database, tokens, new Definitions(vertx, reader));
        this.fence = null;
    }

    private SqlStore(SqlStore whole, Fence fence) {
        this.database = whole.database;
        this.clock = whole.clock;
        this.tokens = whole.tokens;
        this.desired = whole.desired;
        this.fence = fence;
    }

    private <T> Future<T> in(Function<Sql, Future<T>> work) {
        Fence before = fence;
        return before == null
                ? database.transaction(work)
                : before.byClock().compose(may -> database.transaction(sql -> work.apply(sql.behind(before))));
    }

    @Override
    public Leases leases() {
        return new SqlLeases(database);
    }

    @Override
    public Store under(Leases.Term term, BooleanSupplier stands) {
        return new SqlStore(this, new Fence(term, stands));
    }

    @Override
    public Future<Void> confirm() {
        Fence before = fence;
        return before == null
                ? Future.succeededFuture()
                : before.byClock().compose(may -> database.transaction(before::byLease));
    }

    @Override
    public Future<Void> open() {
        return database.open();
    }

    @Override
    public Future<Void> close() {
        return database.close();
    }

    @Override
    public Future<Long> revision() {
        return in(sql -> Counters.value(sql, Counters.REVISION));
    }

    @Override
    public Future<Desired> desired(DesiredMesh.Answers answers) {
        Fence before = fence;
        return before == null ? desired.read(answers) : before.byClock().compose(may -> desired.read(answers));
    }

    @Override
    public Future<List<PrincipalId>> expire(Instant now) {
        return in(sql -> tokens.expire(sql, now)
                .compose(closed -> PersonTable.expire(sql, now).compose(gone -> {
                    List<PrincipalId> over = new ArrayList<>();
                    closed.forEach(token -> over.add(PrincipalId.enrolment(token)));
                    gone.forEach(person -> over.add(PrincipalId.person(person)));
                    return over.isEmpty()
                            ? Future.succeededFuture(over)
                            : Counters.raise(sql)
                                    .compose(done ->
                                            AuditTable.append(sql, now, "controller", "expire", String.valueOf(over)))
                                    .map(over);
                })));
    }

    @Override
    public Future<Void> addToken(Token token, String by) {
        return in(sql -> tokens.add(sql, token, clock.instant(), by));
    }

    @Override
    public Future<List<Token>> tokens() {
        return in(tokens::all);
    }

    @Override
    public Future<Optional<Token>> token(TokenId id) {
        return in(sql -> tokens.one(sql, id));
    }

    @Override
    public Future<Boolean> revokeToken(TokenId id, String by) {
        return in(sql -> tokens.revoke(sql, id, clock.instant(), by));
    }

    @Override
    public Future<Integer> countRequest(TokenId id) {
        return in(sql -> tokens.count(sql, id));
    }

    @Override
    public Future<Void> answered(TokenId id) {
        return in(sql -> tokens.answered(sql, id));
    }

    @Override
    public Future<Boolean> spend(TokenId id, Node node) {
        return in(sql -> tokens.spend(sql, id, node)
                .compose(first -> first ? admit(sql, id, node) : isAdmittedAs(sql, id, node)));
    }

    private Future<Boolean> admit(Sql sql, TokenId id, Node node) {
        return NodeTable.put(sql, node)
                .compose(done -> Counters.raise(sql))
                .compose(done -> AuditTable.append(
                        sql,
                        clock.instant(),
                        PrincipalId.enrolment(id).value(),
                        "node.enrol",
                        "node=" + node.id() + " token=" + id))
                .map(true);
    }

    /** The same again: spent by these very keys, and the node still stands. */
    private static Future<Boolean> isAdmittedAs(Sql sql, TokenId id, Node node) {
        return NodeTable.one(sql, node.id())
                .map(found -> found.filter(n -> n.token().equals(id)
                                && n.sealingKey().equals(node.sealingKey())
                                && n.identityKey().equals(node.identityKey()))
                        .isPresent());
    }

    @Override
    public Future<Void> closeToken(TokenId id) {
        return in(sql -> tokens.close(sql, id));
    }

    @Override
    public Future<List<Node>> nodes() {
        return in(NodeTable::all);
    }

    @Override
    public Future<Optional<Node>> node(NodeId id) {
        return in(sql -> NodeTable.one(sql, id));
    }

    @Override
    public Future<Boolean> removeNode(NodeId id, String by) {
        return in(sql -> NodeTable.remove(sql, id, clock.instant(), by));
    }

    @Override
    public Future<Long> addPush(String id, String by, DefinitionSource source) {
        return in(sql -> PushTable.add(sql, id, clock.instant(), by, source));
    }

    @Override
    public Future<Optional<PushRecord>> newestPush() {
        return in(PushTable::newest);
    }

    @Override
    public Future<Optional<PushRecord>> push(long number) {
        return in(sql -> PushTable.one(sql, number));
    }

    @Override
    public Future<List<PushRecord>> pushes(int limit) {
        return in(sql -> PushTable.list(sql, limit));
    }

    @Override
    public Future<Void> putPerson(Person person, String by) {
        return in(sql -> PersonTable.put(sql, person, clock.instant(), by));
    }

    @Override
    public Future<Boolean> removePerson(PersonId id, String by) {
        return in(sql -> PersonTable.remove(sql, id, clock.instant(), by));
    }

    @Override
    public Future<List<Person>> persons() {
        return in(PersonTable::all);
    }

    @Override
    public Future<Map<PrincipalId, PrincipalSecret>> secrets() {
        return in(SecretTable::all);
    }

    @Override
    public Future<Optional<PrincipalSecret>> secret(PrincipalId id) {
        return in(sql -> SecretTable.one(sql, id));
    }

    @Override
    public Future<Set<String>> usedNkeys() {
        return in(SecretTable::usedNkeys);
    }

    @Override
    public Future<Void> putSecrets(List<PrincipalSecret> secrets) {
        return in(sql -> SecretTable.put(sql, secrets));
    }

    @Override
    public Future<Void> removeSecrets(List<PrincipalId> ids) {
        return in(sql -> SecretTable.remove(sql, ids));
    }

    @Override
    public Future<List<Retiring>> retiring() {
        return in(SecretTable::retiring);
    }

    @Override
    public Future<Void> rotate(List<PrincipalSecret> fresh, @Nullable Instant ends, String by) {
        return in(sql -> SecretTable.rotate(sql, fresh, ends, clock.instant(), by));
    }

    @Override
    public Future<Void> retire(List<Retiring> over) {
        return in(sql -> SecretTable.retire(sql, over));
    }

    @Override
    public Future<Map<NodeId, Declared>> declared() {
        return in(DeclaredTable::all);
    }

    @Override
    public Future<Void> putDeclared(Declared declared) {
        return in(sql -> DeclaredTable.put(sql, declared));
    }

    @Override
    public Future<List<Boolean>> record(List<Reported> batch) {
        return in(sql -> ReportTable.record(sql, batch));
    }

    @Override
    public Future<Map<NodeId, Reported>> reports() {
        return in(ReportTable::all);
    }

    @Override
    public Future<Long> reached(String reconciler) {
        return in(sql -> Counters.reached(sql, reconciler));
    }

    @Override
    public Future<Void> reach(String reconciler, long revision) {
        return in(sql -> Counters.reach(sql, reconciler, revision));
    }

    @Override
    public Future<Long> epoch() {
        return in(sql -> Counters.value(sql, Counters.EPOCH));
    }

    @Override
    public Future<Long> noteNodesCreated(Instant created) {
        return in(sql -> Counters.noteNodesCreated(sql, created.toEpochMilli()));
    }

    @Override
    public Future<Map<String, DurableMark>> durables() {
        return in(DurableTable::all);
    }

    @Override
    public Future<Void> putDurables(List<DurableMark> marks) {
        return marks.isEmpty() ? Future.succeededFuture() : in(sql -> DurableTable.put(sql, marks));
    }

    @Override
    public Future<Void> removeDurable(String name) {
        return in(sql -> DurableTable.remove(sql, name));
    }

    @Override
    public Future<Void> audit(String by, String what, String detail) {
        return in(sql -> AuditTable.append(sql, clock.instant(), by, what, detail));
    }

    @Override
    public Future<List<AuditEntry>> auditTail(long before, int limit) {
        return in(sql -> AuditTable.tail(sql, before, limit));
    }

    @Override
    public Future<AuditCheck> auditVerify() {
        return in(sql -> Counters.value(sql, Counters.AUDIT))
                .compose(last -> auditVerify(new AuditCheck(0, 0), "", last));
    }

    /** A page a transaction, so that a long chain holds nobody up. */
    private Future<AuditCheck> auditVerify(AuditCheck soFar, String before, long last) {
        return soFar.entries() >= last
                ? Future.succeededFuture(soFar)
                : in(sql -> AuditTable.page(sql, soFar.entries())).compose(page -> {
                    String hash = before;
                    long number = soFar.entries();
                    for (AuditEntry entry : page) {
                        if (entry.number() != number + 1 || !AuditTable.fits(entry, hash)) {
                            return Future.succeededFuture(new AuditCheck(number, number + 1));
                        }
                        number++;
                        hash = entry.hash();
                    }
                    return page.isEmpty()
                            ? Future.succeededFuture(new AuditCheck(number, number + 1))
                            : auditVerify(new AuditCheck(number, 0), hash, last);
                });
    }
}
