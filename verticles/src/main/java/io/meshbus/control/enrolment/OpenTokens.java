package io.meshbus.control.enrolment;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.store.Store;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.TokenId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A token's principal lives until the host has its answer: it is closed when its node is heard as itself, or at its
 * expiry. On one context.
 */
final class OpenTokens {
    private static final Logger LOG = LoggerFactory.getLogger(OpenTokens.class);

    private final Vertx vertx;
    private final Store store;
    private final Clock clock;
    private final Map<NodeId, TokenId> answered = new HashMap<>();

    OpenTokens(Vertx vertx, Store store, Clock clock) {
        this.vertx = vertx;
        this.store = store;
        this.clock = clock;
    }

    /** Answered before this controller started: spent, open, and nothing waiting. */
    Future<Void> prime() {
        return store.tokens().map(tokens -> {
            tokens.stream()
                    .filter(t -> t.open() && t.state() == Store.Token.State.SPENT && t.requests() == 0)
                    .forEach(t -> answered.put(t.node(), t.id()));
            return null;
        });
    }

    void answered(NodeId node, TokenId token) {
        answered.put(node, token);
    }

    /** The node speaks as itself. */
    void heard(NodeId node) {
        TokenId token = answered.remove(node);
        if (token != null) {
            store.closeToken(token)
                    .onSuccess(closed -> {
                        LOG.info("token-closed token={} node={}", token, node);
                        nudge();
                    })
                    .onFailure(fault -> answered.putIfAbsent(node, token));
        }
    }

    /** Whose time is over; a store that is away is asked again at the next sweep. */
    Future<Void> expire() {
        return store.expire(clock.instant())
                .<Void>map(over -> {
                    if (!over.isEmpty()) {
                        LOG.info("expired principals={}", over);
                        nudge();
                    }
                    return null;
                })
                .otherwiseEmpty();
    }

    private void nudge() {
        vertx.eventBus().publish(ControlAddress.DESIRED_CHANGED, null);
    }
}
