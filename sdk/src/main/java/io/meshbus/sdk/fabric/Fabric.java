package io.meshbus.sdk.fabric;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusConnector;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.bus.Stored;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.Asserted;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One instance's part in the tenant fabric (spec 6), for any Vert.x application: it needs a NATS account with JetStream and
 * no control plane. Futures complete and handlers run on the caller's context; nothing blocks. Ids that cannot be a token
 * fail with {@code BAD_NAME}; after {@link #close} every call fails with {@link ClosedException}.
 */
public final class Fabric {
    /** How often a durable is looked after. */
    private static final long SWEEP_MILLIS = 5_000;

    private final Vertx vertx;
    private final Bus bus;
    private final StreamAdmin admin;
    private final FabricOptions options;
    private final Meters meters = new Meters();
    private final Gate gate = new Gate();
    private final Map<String, CommsSubscription> subscriptions = new ConcurrentHashMap<>();
    private final Runners runners;
    private final Sessions sessions;
    private final Routing routing;
    private final DeadEvents dead;
    private final long sweeper;

    private Fabric(Vertx vertx, Bus bus, StreamAdmin admin, FabricOptions options) {
        this.vertx = vertx;
        this.bus = bus;
        this.admin = admin;
        this.options = options;
        this.runners = new Runners(bus, meters, gate);
        this.sessions = new Sessions(bus, meters, gate);
        this.routing = new Routing(bus, meters, gate);
        this.dead = new DeadEvents(bus, admin, gate);
        bus.onFault(this::fault);
        this.sweeper =
                vertx.setPeriodic(SWEEP_MILLIS, id -> subscriptions.values().forEach(CommsSubscription::sweep));
    }

    /** The server refuses a core publish behind the caller's back. */
    private void fault(Problem problem) {
        if (problem.code() == ProblemCode.PERMISSION_VIOLATION
                && problem.where().equals(FabricSubjects.DEAD_LETTER)) {
            meters.deadLetterFailures.increment();
        }
    }

    /** Connects; fails fast with {@code BUS_UNREACHABLE}, {@code BUS_AUTH} or {@code BUS_PIN} naming the URL. */
    public static Future<Fabric> connect(Vertx vertx, FabricOptions options) {
        return connect(vertx, new Jnats(vertx), options);
    }

    /** The same, over somebody's connector. */
    public static Future<Fabric> connect(Vertx vertx, BusConnector connector, FabricOptions options) {
        return connector.connect(options.bus()).map(bus -> new Fabric(vertx, bus, connector.streams(bus), options));
    }

    /**
     * The stream as spec 6.3 wants it: made, brought up to date or left as it is, from any number of instances at once. What
     * the server cannot change fails with {@code STREAM_DRIFT} naming field, wanted and found.
     */
    public Future<Asserted> ensureStream() {
        return gate.through(() -> admin.assertStream(FabricSpecs.comms(options)));
    }

    /**
     * Says that a row of a tenant has changed; publish after its transaction has committed. A second change of one row within
     * two minutes has the first one's id and is a {@link Stored#duplicate}, unless it names its revision.
     */
    public Future<Stored> publish(String tenant, Kind kind, String rowId) {
        return publishing(tenant, kind, rowId, null);
    }

    /** @param revision whatever names this change of the row, for example its version: the id is then the change's */
    public Future<Stored> publish(String tenant, Kind kind, String rowId, String revision) {
        return publishing(tenant, kind, rowId, revision);
    }

    private Future<Stored> publishing(String tenant, Kind kind, String rowId, @Nullable String revision) {
        return gate.through(() -> {
            EventRef ref = EventRef.of(tenant, kind, rowId);
            return bus.store(
                            Message.of(FabricSubjects.comms(tenant, kind), ref.encode()),
                            PublishOptions.id(FabricIds.messageId(ref, revision)))
                    .onSuccess(stored -> (stored.duplicate() ? meters.duplicates : meters.published).increment());
        });
    }

    /**
     * A tenant's events of one kind, each to one of the instances that subscribe it. The handler's future acks or fails the
     * attempt; a {@link io.meshbus.sdk.bus.PoisonException} parks at once. Fails with {@code ALREADY_SUBSCRIBED} where this
     * instance has it, with {@code STREAM_DRIFT} where its peers run with other settings.
     */
    public Future<FabricSubscription> subscribe(String tenant, Kind kind, Function<FabricEvent, Future<?>> handler) {
        return gate.through(() -> subscribing(FabricSubjects.comms(tenant, kind), false, handler));
    }

    /**
     * Every tenant's events of one kind, likewise. It is a durable of its own: together with concrete subscriptions of the
     * kind each event comes twice, see {@link #retireConcrete}.
     */
    public Future<FabricSubscription> subscribeKind(Kind kind, Function<FabricEvent, Future<?>> handler) {
        return gate.through(() -> subscribing(FabricSubjects.commsEveryTenant(kind), true, handler));
    }

    private Future<FabricSubscription> subscribing(
            String subject, boolean everyTenant, Function<FabricEvent, Future<?>> handler) {
        CommsSubscription made = new CommsSubscription(
                bus, admin, options, meters, subject, everyTenant, handler, () -> subscriptions.remove(subject));
        if (subscriptions.putIfAbsent(subject, made) != null) {
            throw new Problem(
                            ProblemCode.ALREADY_SUBSCRIBED,
                            "this instance has subscribed it already",
                            subject,
                            "an event has one handler, which acknowledges it",
                            "do both things in one handler, or unsubscribe first")
                    .asException();
        }
        return made.start().onFailure(refused -> subscriptions.remove(subject, made));
    }

    /**
     * Removes the durables of single tenants for a kind, when it moves to {@link #subscribeKind}, and says what was still
     * pending at each. For somebody who may manage consumers; the servers of a mesh may not.
     */
    public Future<List<Retired>> retireConcrete(Kind kind) {
        return gate.through(() -> admin.consumers(FabricSubjects.STREAM)
                .compose(durables -> retire(durables, kind, 0, new ArrayList<>())));
    }

    private Future<List<Retired>> retire(List<String> durables, Kind kind, int next, List<Retired> done) {
        if (next == durables.size()) {
            return Future.succeededFuture(done);
        }
        String durable = durables.get(next);
        return admin.consumer(FabricSubjects.STREAM, durable)
                .compose(state -> {
                    if (state.isEmpty() || !isConcrete(state.get().filters(), durable, kind)) {
                        return Future.succeededFuture();
                    }
                    done.add(new Retired(
                            state.get().filters().get(0),
                            state.get().pending() + state.get().unfinished()));
                    return admin.deleteConsumer(FabricSubjects.STREAM, durable);
                })
                .compose(gone -> retire(durables, kind, next + 1, done));
    }

    private static boolean isConcrete(List<String> filters, String durable, Kind kind) {
        return filters.size() == 1
                && durable.equals(FabricIds.durable(filters.get(0)))
                && FabricSubjects.parseComms(filters.get(0))
                        .filter(where ->
                                !where.tenant().equals("*") && where.kind().equals(kind.wireName()))
                        .isPresent();
    }

    /** @param pending events its durable had still to deliver or to see ended */
    public record Retired(String subject, long pending) {}

    /** Commands to runners, and their events. */
    public Runners runners() {
        return runners;
    }

    /** Messages to live client connections. */
    public Sessions sessions() {
        return sessions;
    }

    /** That bindings have changed. */
    public Routing routing() {
        return routing;
    }

    /** What was parked, for an operator. */
    public DeadEvents dead() {
        return dead;
    }

    /** The counters since the connect, and the backlog. */
    public FabricMetrics metrics() {
        return meters.snapshot();
    }

    /** The connection below, for its state and its faults. */
    public Bus bus() {
        return bus;
    }

    /**
     * Stops pulling, waits for running handlers, gives back what waited, flushes, closes; within the options' time and a
     * little. Idempotent, also from within a handler, whose delivery then goes back.
     */
    public Future<Void> close() {
        if (gate.close()) {
            vertx.cancelTimer(sweeper);
        }
        return bus.close(options.closeWithin());
    }
}
