package io.meshbus.sdk.fabric;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.Subscription;
import io.meshbus.sdk.fabric.FabricMetrics.BindingDrop;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says that bindings have changed, to every instance (spec 6.4): core NATS, at most once, no group. A change that is lost
 * costs a stale entry until it expires, unless the loss is noticed; {@link BindingCache} notices.
 */
public final class Routing {
    private static final Logger LOG = LoggerFactory.getLogger(Routing.class);

    private final Bus bus;
    private final Meters meters;
    private final Gate gate;

    Routing(Bus bus, Meters meters, Gate gate) {
        this.bus = bus;
        this.meters = meters;
        this.gate = gate;
    }

    /** Publish after the change is committed, for whoever hears it reads. An unknown operation fails with {@code BAD_NAME}. */
    public Future<Void> publishBindingChange(BindingChange change) {
        return gate.through(() -> bus.publish(Message.of(
                FabricSubjects.binding(change.tenant()),
                change.requirePublishable().encode())));
    }

    /**
     * Every tenant's changes. {@code unbound} means: drop the entry; any other operation, known or not: drop it and read
     * again. What cannot be read or names another tenant than its subject is dropped and counted.
     */
    public Future<Subscription> subscribeBindingChanges(Handler<BindingChange> handler) {
        return listen(handler, tenant -> {});
    }

    /** @param onDropped told the tenant of a subject on which a change was dropped */
    Future<Subscription> listen(Handler<BindingChange> handler, Handler<String> onDropped) {
        return gate.through(
                () -> bus.subscribe(FabricSubjects.bindingEveryTenant(), message -> take(message, handler, onDropped)));
    }

    private void take(Message message, Handler<BindingChange> handler, Handler<String> onDropped) {
        String tenant = FabricSubjects.parseBinding(message.subject()).orElse("");
        BindingChange change;
        try {
            change = BindingChange.decode(message.body());
        } catch (ProblemException undecodable) {
            drop(tenant, BindingDrop.UNDECODABLE, onDropped);
            return;
        }
        if (change.tenant().equals(tenant)) {
            handler.handle(change);
        } else {
            drop(tenant, BindingDrop.MISMATCH, onDropped);
        }
    }

    private void drop(String tenant, BindingDrop cause, Handler<String> onDropped) {
        meters.dropped(cause);
        LOG.warn("binding-change-dropped tenant={} cause={}", tenant, cause);
        onDropped.handle(tenant);
    }

    Bus bus() {
        return bus;
    }
}
