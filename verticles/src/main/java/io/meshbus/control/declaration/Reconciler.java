package io.meshbus.control.declaration;

import io.meshbus.control.ControllerConfig;
import io.meshbus.control.declaration.Published.Ready;
import io.meshbus.control.declaration.rules.NodeDeclaration;
import io.meshbus.control.declaration.rules.NodeDeclaration.Composed;
import io.meshbus.control.declaration.rules.NodeDeclaration.MeshFacts;
import io.meshbus.control.store.Store;
import io.meshbus.control.store.Store.Declared;
import io.meshbus.control.store.Store.Desired;
import io.meshbus.control.store.Store.Node;
import io.meshbus.control.store.Store.PrincipalSecret;
import io.meshbus.control.store.Store.PushRecord;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.sdk.account.DesiredMesh.Living;
import io.meshbus.sdk.id.NodeId;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.manifest.Definition;
import io.vertx.core.Future;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes what changed, once accounts and streams of its revision stand (spec 2.5: grant before use). Level-triggered: a
 * pass may be repeated at any time and publishes nothing twice.
 */
final class Reconciler {
    private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);

    private final ControllerConfig config;
    private final Store store;
    private final Supplier<MeshIdentity> identity;
    private final Published published;
    private final Clock clock;
    private @Nullable PushRecord newest;
    private long doneRevision = -1;
    private long doneEpoch;
    private List<String> donePins = List.of();

    Reconciler(
            ControllerConfig config, Store store, Supplier<MeshIdentity> identity, Published published, Clock clock) {
        this.config = config;
        this.store = store;
        this.identity = identity;
        this.published = published;
        this.clock = clock;
    }

    /** True when every node is declared as the current revision says, false when it must wait. */
    Future<Boolean> pass() {
        return store.revision()
                .compose(revision -> store.epoch()
                        .compose(epoch -> revision == doneRevision
                                        && epoch == doneEpoch
                                        && donePins.equals(identity.get().pins())
                                ? Future.succeededFuture(true)
                                : whenGranted(revision, epoch)));
    }

    private Future<Boolean> whenGranted(long revision, long epoch) {
        return store.reached("accounts")
                .compose(accounts -> store.reached("streams")
                        .compose(streams -> Math.min(accounts, streams) < revision
                                ? Future.succeededFuture(false)
                                : declareAll(revision, epoch)));
    }

    private record State(
            Desired desired,
            List<Node> nodes,
            Map<PrincipalId, PrincipalSecret> secrets,
            Map<NodeId, Declared> declared,
            long epoch) {
        Definition definition() {
            List<Living> definitions = desired.mesh().definitions();
            return definitions.get(definitions.size() - 1).definition();
        }
    }

    private Future<Boolean> declareAll(long granted, long epoch) {
        return store.desired(config.answers()).compose(desired -> {
            if (desired.revision() > granted) {
                return Future.succeededFuture(false);
            }
            if (desired.push() == 0) {
                return Future.succeededFuture(
                        done(desired.revision(), epoch, identity.get().pins()));
            }
            return source(desired.push()).compose(push -> state(desired).compose(state -> declareEach(push, state)));
        });
    }

    /** By which certificates every enrolled node is told to recognise the bus; empty before the first whole pass. */
    List<String> declaredPins() {
        return donePins;
    }

    private boolean done(long revision, long epoch, List<String> pins) {
        donePins = pins;
        doneRevision = revision;
        doneEpoch = epoch;
        return true;
    }

    private Future<PushRecord> source(long push) {
        PushRecord known = newest;
        return known != null && known.number() == push
                ? Future.succeededFuture(known)
                : store.push(push).map(found -> {
                    PushRecord record = found.orElseThrow();
                    newest = record;
                    return record;
                });
    }

    private Future<State> state(Desired desired) {
        return store.nodes()
                .compose(nodes -> store.secrets()
                        .compose(secrets -> store.declared()
                                .compose(declared -> store.epoch()
                                        .map(epoch -> new State(desired, nodes, secrets, declared, epoch)))));
    }

    private Future<Boolean> declareEach(PushRecord push, State state) {
        MeshFacts facts = facts(identity.get(), state.epoch());
        Future<Boolean> all = Future.succeededFuture(true);
        for (Node node : state.nodes()) {
            Composed composed = NodeDeclaration.compose(
                    facts, state.definition(), push.source(), node.id(), sealedTo(node, state.secrets()));
            all = all.compose(whole -> declare(node, composed, state)
                    .recover(fault -> failed(node, fault))
                    .map(one -> whole && one));
        }
        return all.map(whole -> whole && done(state.desired().revision(), state.epoch(), facts.pins()));
    }

    private MeshFacts facts(MeshIdentity now, long epoch) {
        return new MeshFacts(now.id(), epoch, List.of(now.url()), now.pins(), config.auth());
    }

    /** One node's trouble keeps no other waiting; the sweep tries again. */
    private static Future<Boolean> failed(Node node, Throwable fault) {
        LOG.warn("declaration-failed node={} why={}", node.id(), String.valueOf(fault.getMessage()));
        return Future.succeededFuture(false);
    }

    private static Map<PrincipalId, String> sealedTo(Node node, Map<PrincipalId, PrincipalSecret> secrets) {
        Map<PrincipalId, String> sealed = new HashMap<>();
        secrets.forEach((id, secret) -> {
            if (secret.ownerKey().equals(node.sealingKey())) {
                sealed.put(id, secret.sealed());
            }
        });
        return sealed;
    }

    private Future<Boolean> declare(Node node, Composed composed, State state) {
        if (composed instanceof Composed.Lacking lacking) {
            LOG.info("declaration-waits node={} lacking={}", node.id(), lacking.principals());
            return Future.succeededFuture(false);
        }
        Ready ready = Ready.of(((Composed.Whole) composed).declaration());
        Declared before = state.declared().get(node.id());
        if (before != null && before.digest().equals(ready.digest()) && before.epoch() == state.epoch()) {
            return before.push() == state.desired().push()
                    ? Future.succeededFuture(true)
                    : record(ready, before.sequence(), state).map(true);
        }
        Long expected = before != null && before.epoch() == state.epoch() ? before.sequence() : null;
        return published
                .put(ready, expected)
                .compose(sequence -> record(ready, sequence, state)
                        .onSuccess(done -> LOG.info(
                                "declared node={} push={} epoch={} sequence={} digest={}",
                                node.id(),
                                state.desired().push(),
                                state.epoch(),
                                sequence,
                                ready.digest().substring(0, 12))))
                .compose(done -> published.nudge(node.id()))
                .map(true);
    }

    private Future<Void> record(Ready ready, long sequence, State state) {
        return store.putDeclared(new Declared(
                ready.node(),
                ready.digest(),
                state.epoch(),
                sequence,
                state.desired().push(),
                clock.instant()));
    }

    /** Compares what is published for a node with what was declared; true when they differed. */
    Future<Boolean> repair(Declared declared) {
        return published.last(declared.node()).compose(found -> {
            if (found.isPresent() && published.is(found.get(), declared.digest())) {
                return found.get().sequence() == declared.sequence()
                        ? Future.succeededFuture(false)
                        : keep(declared, found.get().sequence());
            }
            LOG.error(
                    "declaration-damaged node={} sequence={} declared={} why=\"{}\"",
                    declared.node(),
                    found.map(message -> message.sequence()).orElse(0L),
                    declared.sequence(),
                    found.isEmpty() ? "it is gone" : "it is not what the controller signed");
            return forget(declared);
        });
    }

    /** The same bytes stand under another sequence: a replay of ours, harmless to nodes, recorded as it is. */
    private Future<Boolean> keep(Declared declared, long sequence) {
        return store.putDeclared(new Declared(
                        declared.node(),
                        declared.digest(),
                        declared.epoch(),
                        sequence,
                        declared.push(),
                        clock.instant()))
                .map(true);
    }

    /** The next pass composes it anew and puts it behind whatever stands there. */
    private Future<Boolean> forget(Declared declared) {
        doneRevision = -1;
        return store.audit("controller", "declaration.repair", "node=" + declared.node() + " push=" + declared.push())
                .compose(told ->
                        store.putDeclared(new Declared(declared.node(), "", 0, 0, declared.push(), clock.instant())))
                .map(true);
    }
}
