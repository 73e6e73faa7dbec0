package io.meshbus.sdk.module;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.Subscription;
import io.meshbus.sdk.manifest.Manifest;
import io.meshbus.sdk.manifest.ToolRef;
import io.meshbus.sdk.subject.Subjects;
import io.meshbus.sdk.wire.WireCodec;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the NATS services protocol for the tools of this instance, so that standard tooling lists them (spec 3.9): who
 * is there, what it serves, how it fares.
 */
final class Discovery {
    private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);

    private final Bus bus;
    private final Manifest manifest;
    private final ToolDesk tools;
    private final String id = UUID.randomUUID().toString();
    private final Instant started;
    private Future<List<Subscription>> subscriptions = Future.succeededFuture(List.of());
    private boolean begun;

    Discovery(Bus bus, Manifest manifest, ToolDesk tools, Instant started) {
        this.bus = bus;
        this.manifest = manifest;
        this.tools = tools;
        this.started = started.truncatedTo(ChronoUnit.MILLIS);
    }

    /** Once something is served. Not being found is no reason not to serve: a refusal is logged. */
    void begin() {
        if (begun || tools.servings().isEmpty()) {
            return;
        }
        begun = true;
        List<Future<Subscription>> asked = Subjects.serviceQuestions(manifest.module()).stream()
                .map(subject -> subject.endsWith(".*") ? subject.substring(0, subject.length() - 1) + id : subject)
                .map(subject -> bus.subscribe(subject, this::answer))
                .toList();
        subscriptions = Future.join(asked)
                .onFailure(failure -> LOG.warn("not-discoverable module={}", manifest.module(), failure))
                .transform(all -> Future.succeededFuture(asked.stream()
                        .filter(Future::succeeded)
                        .map(Future::result)
                        .toList()));
    }

    Future<Void> stop() {
        return subscriptions.compose(live ->
                Future.join(live.stream().map(Subscription::cancel).toList()).mapEmpty());
    }

    private void answer(Message question) {
        String reply = question.reply();
        if (reply == null || !reply.startsWith(Subjects.INBOX_ROOT)) {
            return;
        }
        JsonObject answer = switch (question.subject().split("\\.", -1)[1]) {
            case "PING" -> whoIAm("ping");
            case "INFO" -> info();
            default -> stats();
        };
        bus.publish(Message.of(reply, WireCodec.encode(answer)))
                .onFailure(failure -> LOG.debug("discovery-unanswered reply={}", reply, failure));
    }

    private JsonObject whoIAm(String kind) {
        return new JsonObject()
                .put("type", "io.nats.micro.v1." + kind + "_response")
                .put("name", manifest.module().value())
                .put("id", id)
                .put("version", manifest.version())
                .put(
                        "metadata",
                        new JsonObject().put("principal", bus.principal().value()));
    }

    private JsonObject info() {
        JsonArray endpoints = new JsonArray();
        tools.servings()
                .values()
                .forEach(serving -> endpoints.add(endpoint(serving)
                        .put(
                                "metadata",
                                new JsonObject()
                                        .put("tool", serving.served().ref().toString()))));
        return whoIAm("info").put("description", "meshbus module").put("endpoints", endpoints);
    }

    private JsonObject stats() {
        JsonArray endpoints = new JsonArray();
        tools.servings().values().forEach(serving -> {
            ToolStats stats = serving.stats();
            endpoints.add(endpoint(serving)
                    .put("num_requests", stats.requests())
                    .put("num_errors", stats.errors())
                    .put("processing_time", stats.processingTime())
                    .put("average_processing_time", stats.processingTime() / Math.max(1, stats.requests())));
        });
        return whoIAm("stats").put("started", started.toString()).put("endpoints", endpoints);
    }

    private static JsonObject endpoint(ToolDesk.Serving serving) {
        ToolRef ref = serving.served().ref();
        return new JsonObject()
                .put("name", ref.tool().value())
                .put("subject", ref.subject())
                .put("queue_group", ref.tool().value());
    }
}
