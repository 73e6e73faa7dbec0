package io.meshbus.control.ask;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.ControllerConfig;
import io.meshbus.control.store.ReachedWait;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.Token;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.TokenId;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.PasswordHash;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.secret.SigningKey;
import io.meshbus.sdk.wire.TokenText;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Enrolment tokens and the removal of nodes (spec 3.6). A token's text is in the answer and nowhere else. */
final class TokenCommands {
    private static final Duration TTL = Duration.ofHours(1);
    private static final Duration TTL_MIN = Duration.ofSeconds(10);
    private static final Duration TTL_MAX = Duration.ofDays(30);
    private static final int ID_BYTES = 8;

    private final Vertx vertx;
    private final ControllerConfig config;
    private final Store store;
    private final Supplier<MeshIdentity> identity;
    private final SigningKey.Public meshKey;
    private final Clock clock;
    private final SecureRandom random;

    TokenCommands(
            Vertx vertx,
            ControllerConfig config,
            Store store,
            Supplier<MeshIdentity> identity,
            SigningKey.Public meshKey,
            Clock clock,
            SecureRandom random) {
        this.vertx = vertx;
        this.config = config;
        this.store = store;
        this.identity = identity;
        this.meshKey = meshKey;
        this.clock = clock;
        this.random = random;
    }

    Map<String, AskCommand> all() {
        return Map.of(
                "token_issue", this::issue,
                "token_list", this::list,
                "token_revoke", this::revoke,
                "node_remove", this::removeNode);
    }

    private Future<JsonObject> issue(Asked asked) {
        NodeId node = new NodeId(asked.text("node"));
        long ttl = asked.number("ttlSeconds", TTL.toSeconds(), TTL_MIN.toSeconds(), TTL_MAX.toSeconds());
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        return store.desired(config.answers())
                .map(desired -> AuthMode.of(desired.mesh(), config.auth()))
                .compose(mode -> issue(asked, node, now, now.plusSeconds(ttl), mode));
    }

    private Future<JsonObject> issue(Asked asked, NodeId node, Instant now, Instant expires, AuthMode mode) {
        TokenText text = new TokenText(
                newId(),
                node,
                Secret.mint(random),
                List.of(identity.get().url()),
                identity.get().pins(),
                meshKey.fingerprint(),
                expires,
                mode == AuthMode.NKEY);
        return vertx.executeBlocking(
                        () -> text.nkey() ? text.busKey().publicKey() : PasswordHash.of(text.busPassword(), random),
                        false)
                .compose(hash -> store.addToken(
                        Token.live(text.id(), node, text.proofKey().revealText(), hash, now, text.expires()),
                        asked.by()))
                .compose(added -> live())
                .map(live -> new JsonObject()
                        .put("token", text.encode())
                        .put("id", text.id().value())
                        .put("node", node.value())
                        .put("expires", text.expires().toString())
                        .put("live", live));
    }

    /** A letter first: an id is a label and must not be all digits. */
    private TokenId newId() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return new TokenId("t" + HexFormat.of().formatHex(bytes));
    }

    private Future<Boolean> live() {
        vertx.eventBus().publish(ControlAddress.DESIRED_CHANGED, null);
        return store.revision()
                .compose(revision -> new ReachedWait(vertx, store).accounts(revision, config.liveTimeout()));
    }

    private Future<JsonObject> list(Asked asked) {
        Instant now = clock.instant();
        return store.tokens().map(tokens -> {
            JsonArray list = new JsonArray();
            tokens.forEach(token -> list.add(new JsonObject()
                    .put("id", token.id().value())
                    .put("node", token.node().value())
                    .put("state", state(token, now))
                    .put("issued", token.issued().toString())
                    .put("expires", token.expires().toString())
                    .put("waiting", token.requests())));
            return new JsonObject().put("tokens", list);
        });
    }

    private static String state(Token token, Instant now) {
        return switch (token.state()) {
            case LIVE -> token.expires().isAfter(now) ? "live" : "expired";
            case SPENT -> token.open() && token.requests() > 0 ? "waiting" : "spent";
            case REVOKED -> "revoked";
        };
    }

    private Future<JsonObject> revoke(Asked asked) {
        TokenId id = new TokenId(asked.text("id"));
        return store.revokeToken(id, asked.by())
                .compose(revoked -> revoked ? live() : Future.failedFuture(unknown("token", id.value())))
                .map(live -> new JsonObject()
                        .put("id", id.value())
                        .put("revoked", true)
                        .put("live", live));
    }

    private Future<JsonObject> removeNode(Asked asked) {
        NodeId node = new NodeId(asked.text("node"));
        return store.removeNode(node, asked.by())
                .compose(removed -> removed ? live() : Future.failedFuture(unknown("node", node.value())))
                .map(live -> new JsonObject()
                        .put("node", node.value())
                        .put("removed", true)
                        .put("live", live));
    }

    private static ProblemException unknown(String kind, String name) {
        return Problem.of(
                        ProblemCode.UNKNOWN_NAME,
                        "there is no " + kind + " " + name,
                        "it was never there, or is gone already",
                        "see token list")
                .asException();
    }
}
