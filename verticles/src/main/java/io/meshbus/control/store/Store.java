package io.meshbus.control.store;

import io.meshbus.sdk.account.DesiredMesh;
import io.meshbus.sdk.account.Rights;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PersonId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.manifest.DefinitionSource;
import io.meshbus.sdk.wire.Report;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What the control plane remembers. Every future may fail with {@code STORE_AWAY}. */
public interface Store {
    /** Runs migrations; fails with the reason when the schema is newer than this program. */
    Future<Void> open();

    Future<Void> close();

    // ---- leading (spec 3.11)

    Leases leases();

    /**
     * This store as the leader of a term has it: once the term is over every future fails with {@code LEASE_LOST} and
     * nothing is written.
     *
     * @param stands whether the leader's own clock still gives it the term; asked from any thread
     */
    Store under(Leases.Term term, BooleanSupplier stands);

    /** Fails with {@code LEASE_LOST} when the term is over; done at once where there is none. */
    Future<Void> confirm();

    /** Counts every change of desired state (spec 3.1). */
    Future<Long> revision();

    /** All that composition looks at, and the revision it is of, read in one transaction. */
    Future<Desired> desired(DesiredMesh.Answers answers);

    /** @param push the newest push's number, whose definition is the last of {@code mesh}; 0 before the first */
    record Desired(long revision, DesiredMesh mesh, long push) {}

    /** Closes tokens and removes persons whose time is over; their principals. Raises the revision when there are any. */
    Future<List<PrincipalId>> expire(Instant now);

    // ---- tokens and nodes: written by enrolment (and by ask for a person)

    /**
     * An enrolment token.
     *
     * @param proofKey K = HKDF(secret, "proof"), base64url
     * @param passwordHash bcrypt of HKDF(secret, "bus"), or the token's public nkey
     * @param open its principal is composed
     */
    record Token(
            TokenId id,
            NodeId node,
            String proofKey,
            String passwordHash,
            Instant issued,
            Instant expires,
            State state,
            @Nullable String sealingKey,
            @Nullable String identityKey,
            int requests,
            boolean open) {
        /** A fresh one. */
        public static Token live(
                TokenId id, NodeId node, String proofKey, String passwordHash, Instant issued, Instant expires) {
            return new Token(id, node, proofKey, passwordHash, issued, expires, State.LIVE, null, null, 0, true);
        }

        public enum State {
            LIVE,
            SPENT,
            REVOKED
        }
    }

    record Node(NodeId id, String sealingKey, String identityKey, TokenId token, Instant enrolled, JsonObject facts) {}

    Future<Void> addToken(Token token, String by);

    Future<List<Token>> tokens();

    Future<Optional<Token>> token(TokenId id);

    Future<Boolean> revokeToken(TokenId id, String by);

    /** Counts a request with this token; how many wait for an answer. */
    Future<Integer> countRequest(TokenId id);

    /** A request of this token was answered: the count starts anew. */
    Future<Void> answered(TokenId id);

    /**
     * Spends the token and records the node in one transaction. The same token with the same keys again gives the same
     * node; false when it was spent with other keys.
     */
    Future<Boolean> spend(TokenId id, Node node);

    /** The node got its answer: its token's principal is no longer needed. */
    Future<Void> closeToken(TokenId id);

    Future<List<Node>> nodes();

    Future<Optional<Node>> node(NodeId id);

    Future<Boolean> removeNode(NodeId id, String by);

    // ---- pushes: written by declaration

    record PushRecord(long number, String id, String by, Instant at, DefinitionSource source) {}

    /** Keeps a push under the next number and raises the revision; the same id again gives the number it got. */
    Future<Long> addPush(String id, String by, DefinitionSource source);

    Future<Optional<PushRecord>> newestPush();

    Future<Optional<PushRecord>> push(long number);

    Future<List<PushRecord>> pushes(int limit);

    // ---- persons: written by ask

    /**
     * @param publicKey whom secrets are sealed to
     * @param nkey which of the person's own keys is to open the bus ({@code HandedCredential}), or null for a password
     */
    record Person(
            PersonId id,
            Rights rights,
            String publicKey,
            @Nullable String nkey,
            Instant issued,
            @Nullable Instant expires) {
        /** One with a password. */
        public Person(PersonId id, Rights rights, String publicKey, Instant issued, @Nullable Instant expires) {
            this(id, rights, publicKey, null, issued, expires);
        }
    }

    Future<Void> putPerson(Person person, String by);

    Future<Boolean> removePerson(PersonId id, String by);

    Future<List<Person>> persons();

    // ---- principals' secrets: written by account

    /**
     * @param hash bcrypt, or a public nkey
     * @param sealed what the owner is handed: the secret sealed to {@code ownerKey}, once (sealing is randomised), or which
     *     of its keys
     */
    record PrincipalSecret(PrincipalId id, String hash, String sealed, String ownerKey) {}

    Future<Map<PrincipalId, PrincipalSecret>> secrets();

    Future<Optional<PrincipalSecret>> secret(PrincipalId id);

    /** Public nkeys that were ever given to a principal: none is given twice. */
    Future<Set<String>> usedNkeys();

    /** Adds or replaces, and remembers nkeys as used; not a change of desired state by itself. */
    Future<Void> putSecrets(List<PrincipalSecret> secrets);

    /** What retires of them goes, too. */
    Future<Void> removeSecrets(List<PrincipalId> ids);

    /**
     * An earlier credential that still opens while a newer one is handed over.
     *
     * @param ends when at the latest; null: when its node says that it uses the newer one
     */
    record Retiring(
            PrincipalId id,
            String hash,
            String sealed,
            @Nullable Instant ends) {}

    Future<List<Retiring>> retiring();

    /** Puts fresh secrets in place of those that stand, which retire; raises the revision. */
    Future<Void> rotate(List<PrincipalSecret> fresh, @Nullable Instant ends, String by);

    /** Ends them; raises the revision. */
    Future<Void> retire(List<Retiring> over);

    // ---- declarations: written by declaration

    /**
     * What was last published for a node.
     *
     * @param push the push whose definition it was made from
     */
    record Declared(NodeId node, String digest, long epoch, long sequence, long push, Instant at) {}

    Future<Map<NodeId, Declared>> declared();

    Future<Void> putDeclared(Declared declared);

    // ---- reports: written by intake

    /** @param streamSequence in CONTROL */
    record Reported(Report report, long streamSequence, Instant at) {}

    /**
     * Records a batch in one transaction; a report whose counter is not above the highest recorded for its node changes
     * nothing. A converged report of the digest declared marks the node converged at that declaration's push.
     *
     * @return for each, whether it was recorded
     */
    Future<List<Boolean>> record(List<Reported> batch);

    Future<Map<NodeId, Reported>> reports();

    // ---- progress of reconcilers

    /** Highest revision that a reconciler ({@code accounts}, {@code streams}) has brought about. */
    Future<Long> reached(String reconciler);

    Future<Void> reach(String reconciler, long revision);

    // ---- epoch

    Future<Long> epoch();

    /** Notes when the server created NODES; a younger one than noted raises the epoch. Returns the epoch. */
    Future<Long> noteNodesCreated(Instant created);

    // ---- durables: written by genesis

    /**
     * A module's durable of EVENTS as it was last seen.
     *
     * @param floor stream sequence up to which it had ended everything
     * @param streamCreated of which EVENTS: in a younger one sequences begin again
     * @param unwanted since when no module wants it, or null
     */
    record DurableMark(
            String name,
            long floor,
            Instant streamCreated,
            @Nullable Instant unwanted) {}

    Future<Map<String, DurableMark>> durables();

    /** Adds or replaces; not a change of desired state. */
    Future<Void> putDurables(List<DurableMark> marks);

    Future<Void> removeDurable(String name);

    // ---- audit: appended in the transaction of what it tells of

    /**
     * One row.
     *
     * @param by who
     * @param what for example {@code push}, {@code token.issue}
     * @param revision what desired state had reached with it
     * @param hash SHA-256 over this row and the hash of the row before
     */
    record AuditEntry(long number, Instant at, String by, String what, String detail, long revision, String hash) {}

    Future<Void> audit(String by, String what, String detail);

    /**
     * Newest first.
     *
     * @param before only entries with a smaller number; {@code Long.MAX_VALUE} = from the newest
     */
    Future<List<AuditEntry>> auditTail(long before, int limit);

    /** Follows the chain from its first row to its last (spec 3.12). */
    Future<AuditCheck> auditVerify();

    /**
     * @param entries rows whose hash fits the row before them
     * @param brokenAt number of the first row that is missing or does not fit; 0 = the chain is whole
     */
    record AuditCheck(long entries, long brokenAt) {}
}
