package io.meshbus.control.store;

import io.meshbus.control.store.Store.Node;
import io.meshbus.control.store.Store.Token;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.TokenId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Enrolment tokens; proof keys are sealed at rest. */
final class TokenTable {
    private final AtRest atRest;

    TokenTable(AtRest atRest) {
        this.atRest = atRest;
    }

    Future<Void> add(Sql sql, Token token, Instant now, String by) {
        return sql.run(
                        "INSERT INTO token (id, node, proof_key, password_hash, issued, expires, state, open,"
                                + " sealing_key, identity_key, requests) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        token.id().value(),
                        token.node().value(),
                        atRest.seal(token.proofKey()),
                        token.passwordHash(),
                        token.issued().toEpochMilli(),
                        token.expires().toEpochMilli(),
                        token.state().name(),
                        token.open() ? 1L : 0L,
                        token.sealingKey(),
                        token.identityKey(),
                        (long) token.requests())
                .compose(done -> Counters.raise(sql))
                .compose(done -> AuditTable.append(
                        sql,
                        now,
                        by,
                        "token.issue",
                        "token=" + token.id() + " node=" + token.node() + " expires=" + token.expires()));
    }

    Future<List<Token>> all(Sql sql) {
        return sql.list(this::read, "SELECT * FROM token ORDER BY issued, id");
    }

    Future<Optional<Token>> one(Sql sql, TokenId id) {
        return sql.one(this::read, "SELECT * FROM token WHERE id = ?", id.value());
    }

    Future<Boolean> revoke(Sql sql, TokenId id, Instant now, String by) {
        return sql.change(
                        "UPDATE token SET state = ?, open = 0 WHERE id = ? AND state <> ?",
                        Token.State.REVOKED.name(),
                        id.value(),
                        Token.State.REVOKED.name())
                .compose(rows -> rows == 0
                        ? Future.succeededFuture(false)
                        : Counters.raise(sql)
                                .compose(done -> AuditTable.append(sql, now, by, "token.revoke", "token=" + id))
                                .map(true));
    }

    Future<Integer> count(Sql sql, TokenId id) {
        return sql.one(
                        row -> row.getLong(0).intValue(),
                        "UPDATE token SET requests = requests + 1 WHERE id = ? RETURNING requests",
                        id.value())
                .map(found -> found.orElse(0));
    }

    Future<Void> answered(Sql sql, TokenId id) {
        return sql.run("UPDATE token SET requests = 0 WHERE id = ?", id.value()).mapEmpty();
    }

    /** LIVE becomes SPENT; false when another did it first. */
    Future<Boolean> spend(Sql sql, TokenId id, Node node) {
        return sql.change(
                        "UPDATE token SET state = ?, sealing_key = ?, identity_key = ? WHERE id = ? AND state = ?",
                        Token.State.SPENT.name(),
                        node.sealingKey(),
                        node.identityKey(),
                        id.value(),
                        Token.State.LIVE.name())
                .map(rows -> rows > 0);
    }

    Future<Void> close(Sql sql, TokenId id) {
        return sql.change("UPDATE token SET open = 0 WHERE id = ? AND open = 1", id.value())
                .compose(rows -> rows == 0
                        ? Future.succeededFuture()
                        : Counters.raise(sql).mapEmpty());
    }

    Future<List<TokenId>> open(Sql sql) {
        return sql.list(row -> new TokenId(row.getString(0)), "SELECT id FROM token WHERE open = 1 ORDER BY id");
    }

    Future<List<TokenId>> expire(Sql sql, Instant now) {
        return sql.list(
                row -> new TokenId(row.getString(0)),
                "UPDATE token SET open = 0 WHERE open = 1 AND expires <= ? RETURNING id",
                now.toEpochMilli());
    }

    private Token read(Row row) {
        return new Token(
                new TokenId(row.getString("id")),
                new NodeId(row.getString("node")),
                atRest.open(row.getString("proof_key")),
                row.getString("password_hash"),
                Columns.instant(row, "issued"),
                Columns.instant(row, "expires"),
                Token.State.valueOf(row.getString("state")),
                Columns.textOrNull(row, "sealing_key"),
                Columns.textOrNull(row, "identity_key"),
                row.getLong("requests").intValue(),
                row.getLong("open") == 1);
    }
}
