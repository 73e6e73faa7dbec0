package io.meshbus.node.host;

import io.meshbus.node.host.rules.Admission;
import io.meshbus.node.host.rules.Position;
import io.meshbus.node.host.rules.Presented;
import io.meshbus.node.host.rules.Resources;
import io.meshbus.node.host.rules.Standing;
import io.meshbus.node.host.rules.Verdict;
import io.meshbus.sdk.account.AuthMode;
import io.meshbus.sdk.account.HandedCredential;
import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.StoredMessage;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.subject.Streams;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.Declaration;
import io.meshbus.sdk.wire.Report;
import io.meshbus.sdk.wire.Report.Outcome;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pass of a host: read the newest declaration, judge it, make it so, note it, report it. Used on the host's context,
 * one pass at a time.
 */
final class Convergence {
    private static final Logger LOG = LoggerFactory.getLogger(Convergence.class);

    private record Current(Declaration declaration, Position position, String digest) {}

    private final Vertx vertx;
    private final HostState state;
    private final ModuleSet modules;
    private final Reporter reporter;
    private final Supplier<@Nullable Bus> bus;
    private final NkeyStock stock;
    private final Supplier<Future<Void>> renewal;
    private final Consumer<List<String>> trust;
    /** What the host's own connection was made with. */
    private String signedIn;

    private HostIdentity identity;
    private Applied applied;
    private @Nullable Current current;
    private String lastRefused = "";
    private @Nullable List<String> lastReported;

    Convergence(
            Vertx vertx,
            HostState state,
            ModuleSet modules,
            Reporter reporter,
            Supplier<@Nullable Bus> bus,
            NkeyStock stock,
            Supplier<Future<Void>> renewal,
            Consumer<List<String>> trust,
            HostIdentity identity,
            Applied applied) {
        this.vertx = vertx;
        this.state = state;
        this.modules = modules;
        this.reporter = reporter;
        this.bus = bus;
        this.stock = stock;
        this.renewal = renewal;
        this.trust = trust;
        this.signedIn = identity.sealed();
        this.identity = identity;
        this.applied = applied;
    }

    HostIdentity identity() {
        return identity;
    }

    Applied applied() {
        return applied;
    }

    /** Reads and judges again what was taken before the host ended. */
    void resume(Accepted accepted) {
        Presented presented = accepted.presented(identity.node());
        Verdict verdict = Admission.judge(presented, standing(), Convergence::decode);
        if (verdict instanceof Verdict.Taken taken) {
            current = new Current(taken.declaration(), taken.position(), taken.digest());
        } else if (verdict instanceof Verdict.Refused refused) {
            LOG.warn(
                    "declaration-not-resumed node={} code={} reason=\"{}\"",
                    identity.node(),
                    refused.code(),
                    refused.reason());
        }
    }

    /** @param read false to look only whether all is still as declared */
    Future<Void> pass(boolean read) {
        Future<Void> taken = read ? newest() : Future.succeededFuture();
        return taken.compose(nothing -> {
            Current now = current;
            return now == null ? Future.succeededFuture() : apply(now);
        });
    }

    private Future<Void> newest() {
        Bus now = bus.get();
        if (now == null) {
            return Future.succeededFuture();
        }
        return now.last(Streams.NODES, Subjects.declare(identity.node()))
                .compose(this::judge)
                .recover(fault -> {
                    LOG.warn("declaration-unread node={} reason=\"{}\"", identity.node(), ModuleSet.reason(fault));
                    return Future.succeededFuture();
                });
    }

    private Future<Void> judge(Optional<StoredMessage> found) {
        if (found.isEmpty()) {
            return Future.succeededFuture();
        }
        StoredMessage stored = found.get();
        Presented presented = new Presented(
                stored.message().subject(),
                stored.message().body().getBytes(),
                stored.message().headers().first(WireHeaders.SIGNATURE),
                stored.sequence());
        Verdict verdict = Admission.judge(presented, standing(), Convergence::decode);
        if (verdict instanceof Verdict.Refused refused) {
            return refuse(refused);
        }
        return verdict instanceof Verdict.Taken taken ? take(presented, taken) : Future.succeededFuture();
    }

    private static Declaration decode(byte[] body) {
        return WireCodec.decode(Buffer.buffer(body), Declaration.class);
    }

    private Standing standing() {
        Current now = current;
        return now == null
                ? new Standing(
                        identity.node(),
                        identity.mesh(),
                        identity.publicMeshKey(),
                        identity.epoch() > applied.epoch()
                                ? new Position(identity.epoch(), 0)
                                : new Position(applied.epoch(), applied.sequence()),
                        applied.digest())
                : new Standing(
                        identity.node(), identity.mesh(), identity.publicMeshKey(), now.position(), now.digest());
    }

    /** Noted before it is applied: a host killed in between goes on with it, and first of all knows the bus again. */
    private Future<Void> take(Presented presented, Verdict.Taken taken) {
        Current now = current;
        if (!taken.fresh() && now != null) {
            return Future.succeededFuture();
        }
        lastRefused = "";
        HostIdentity moved = identity.movedTo(taken.declaration());
        Accepted accepted = Accepted.of(presented, taken.position(), taken.digest());
        return vertx.<Void>executeBlocking(() -> {
                    if (!moved.equals(identity)) {
                        state.save(moved);
                    }
                    state.save(accepted);
                    return null;
                })
                .onSuccess(saved -> {
                    identity = moved;
                    current = new Current(taken.declaration(), taken.position(), taken.digest());
                    LOG.info(
                            "declaration-taken node={} position={} digest={} modules={}",
                            identity.node(),
                            taken.position(),
                            taken.digest(),
                            taken.declaration().modules().size());
                });
    }

    /** Told once for each refused message, not at every look. */
    private Future<Void> refuse(Verdict.Refused refused) {
        String what = refused.position() + " " + refused.digest() + " " + refused.code();
        if (what.equals(lastRefused)) {
            return Future.succeededFuture();
        }
        lastRefused = what;
        LOG.warn(
                "declaration-refused node={} position={} code={} reason=\"{}\"",
                identity.node(),
                refused.position(),
                refused.code(),
                refused.reason());
        return report(
                refused.position(),
                refused.digest(),
                Outcome.REFUSED,
                Resources.reason(refused.code() + ": " + refused.reason()),
                List.of());
    }

    /** The host itself goes on with what it was handed; if it cannot, its next connection will. */
    private Future<Void> renewed() {
        String wanted = identity.sealed();
        return wanted.equals(signedIn)
                ? Future.succeededFuture()
                : renewal.get()
                        .onSuccess(done -> signedIn = wanted)
                        .onFailure(fault -> LOG.warn("host-not-renewed reason=\"{}\"", ModuleSet.reason(fault)))
                        .otherwiseEmpty();
    }

    /** A connection was made with the newest there is. */
    void connected() {
        signedIn = identity.sealed();
    }

    private Future<Void> apply(Current now) {
        trust.accept(identity.pins());
        return renewed()
                .compose(done -> modules.converge(identity, now.declaration()))
                .compose(converged -> {
                    List<Report.ResourceReport> resources = converged.resources();
                    List<String> told = new ArrayList<>(resources.stream()
                            .map(resource -> now.digest() + resource.resource() + resource.ok())
                            .toList());
                    told.add(signedIn);
                    if (!converged.changed() && told.equals(lastReported)) {
                        return Future.succeededFuture();
                    }
                    lastReported = told;
                    Outcome outcome = Resources.outcome(resources);
                    applied =
                            applied.with(now.position().epoch(), now.position().sequence(), now.digest(), outcome);
                    return report(now.position(), now.digest(), outcome, Resources.summary(resources), resources);
                });
    }

    /** The counter is on disk before the report leaves: it never repeats. */
    private Future<Void> report(
            Position position, String digest, Outcome outcome, String reason, List<Report.ResourceReport> resources) {
        Applied next = applied.counted();
        applied = next;
        boolean offers = offersNkeys();
        long from = identity.firstFreeNkey();
        JsonObject inUse = credentials();
        return vertx.<JsonObject>executeBlocking(() -> {
                    state.save(next);
                    return facts(offers, from, inUse);
                })
                .onSuccess(facts -> reporter.add(new Report(
                        WireCodec.VERSION,
                        identity.node(),
                        next.counter(),
                        position.epoch(),
                        position.sequence(),
                        digest,
                        outcome,
                        reason,
                        resources,
                        facts)))
                .mapEmpty();
    }

    /** Principal → which credential it signed in with: what it replaced may end (spec 3.6). */
    private JsonObject credentials() {
        JsonObject inUse = new JsonObject().put(identity.principal().value(), HandedCredential.mark(signedIn));
        modules.handed()
                .forEach((module, handed) ->
                        inUse.put(PrincipalId.module(module, identity.node()).value(), HandedCredential.mark(handed)));
        return inUse;
    }

    private JsonObject facts(boolean offers, long from, JsonObject inUse) {
        JsonObject facts = HostFacts.collect().put("credentials", inUse);
        return offers ? facts.put("nkeys", stock.offer(from)) : facts;
    }

    /** When the mesh wants keys, or this node has one already. */
    private boolean offersNkeys() {
        Current now = current;
        return identity.firstFreeNkey() > 0
                || (now != null && AuthMode.NKEY.word().equals(now.declaration().auth()));
    }
}
