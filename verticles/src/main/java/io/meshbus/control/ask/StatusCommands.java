package io.meshbus.control.ask;

import io.meshbus.control.ControlAddress;
import io.meshbus.control.ControllerConfig;
import io.meshbus.control.store.Store;
import io.meshbus.directory.MeshIdentity;
import io.meshbus.natsserver.Monitor;
import io.meshbus.sdk.bus.StreamAdmin;
import io.meshbus.sdk.bus.StreamAdmin.StreamState;
import io.meshbus.sdk.manifest.Definition;
import io.meshbus.sdk.subject.Streams;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is, what lags, what is quiet (spec 1.2). */
final class StatusCommands {
    private static final List<String> FIXED =
            List.of(Streams.CONTROL, Streams.NODES, Streams.EVENTS, Streams.DEAD_IN, Streams.DEAD, Streams.ARTEFACTS);

    private final Vertx vertx;
    private final ControllerConfig config;
    private final Store store;
    private final StreamAdmin admin;
    private final MeshIdentity identity;
    private final Monitor monitor;

    StatusCommands(
            Vertx vertx,
            ControllerConfig config,
            Store store,
            StreamAdmin admin,
            MeshIdentity identity,
            Monitor monitor) {
        this.vertx = vertx;
        this.config = config;
        this.store = store;
        this.admin = admin;
        this.identity = identity;
        this.monitor = monitor;
    }

    Map<String, AskCommand> all() {
        return Map.of(
                "status", asked -> view().compose(this::status),
                "nodes",
                        asked -> view().compose(view -> pins().map(pins ->
                                new JsonObject().put("nodes", view.nodesJson()).put("pins", pins))),
                "modules", asked -> view().map(view -> new JsonObject().put("modules", view.modulesJson())),
                "streams",
                        asked -> view().compose(view -> streams(view.definition()))
                                .map(streams -> new JsonObject().put("streams", streams)));
    }

    /** By what every enrolled node is told to recognise the bus; nothing when no one here knows. */
    private Future<JsonArray> pins() {
        return vertx.eventBus()
                .<JsonArray>request(ControlAddress.PINS_DECLARED, null)
                .map(reply -> reply.body())
                .otherwise(new JsonArray());
    }

    private Future<MeshView> view() {
        return MeshView.read(vertx, store, config);
    }

    private Future<JsonObject> status(MeshView view) {
        return store.reached("accounts")
                .compose(accounts -> store.reached("streams")
                        .compose(streams -> broker(accounts)
                                .compose(broker -> streams(view.definition())
                                        .map(list -> new JsonObject()
                                                .put("mesh", identity.name())
                                                .put(
                                                        "ready",
                                                        Math.min(accounts, streams)
                                                                >= view.desired()
                                                                        .revision())
                                                .put("revision", view.desired().revision())
                                                .put("push", view.desired().push())
                                                .put("broker", broker)
                                                .put("nodes", view.nodesJson())
                                                .put("modules", view.modulesJson())
                                                .put("streams", list)
                                                .put("held", view.intake().getInteger("held", 0))
                                                .put(
                                                        "storeAwaySince",
                                                        view.intake().getString("storeAwaySince"))))));
    }

    /** @param revision of the composed list that is verified live */
    private Future<JsonObject> broker(long revision) {
        return monitor.running()
                .map(running -> new JsonObject()
                        .put("version", running.version())
                        .put("url", identity.url())
                        .put("configDigest", running.configDigest())
                        .put("revision", revision))
                .otherwise(new JsonObject()
                        .put("version", "")
                        .put("url", identity.url())
                        .put("configDigest", "")
                        .put("revision", revision));
    }

    private Future<JsonArray> streams(Optional<Definition> definition) {
        List<String> names = new ArrayList<>(FIXED);
        Set<String> queues = new HashSet<>(Set.of(Streams.CONTROL, Streams.DEAD_IN));
        definition.ifPresent(d -> d.seats().values().stream()
                .filter(seat -> !seat.accepts().isEmpty())
                .map(seat -> Streams.seat(seat.seat()))
                .forEach(name -> {
                    names.add(name);
                    queues.add(name);
                }));
        List<Future<Optional<StreamState>>> asked =
                names.stream().map(this::stream).toList();
        return Future.all(asked).map(all -> {
            JsonArray list = new JsonArray();
            asked.forEach(one -> one.result().ifPresent(state -> list.add(stream(state, queues))));
            return list;
        });
    }

    /** Once more when it is not answered: a reload of the server's accounts may swallow a request in flight. */
    private Future<Optional<StreamState>> stream(String name) {
        return admin.stream(name).recover(unanswered -> admin.stream(name));
    }

    /** What waits in a work queue is what it holds; the other streams keep what was read. */
    private static JsonObject stream(StreamState state, Set<String> queues) {
        return new JsonObject()
                .put("name", state.name())
                .put("messages", state.messages())
                .put("bytes", state.bytes())
                .put("pending", queues.contains(state.name()) ? state.messages() : 0)
                .put("lastSequence", state.lastSequence());
    }
}
