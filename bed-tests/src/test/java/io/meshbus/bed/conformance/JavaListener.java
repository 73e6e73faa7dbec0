package io.meshbus.bed.conformance;

import io.meshbus.sdk.module.Call;
import io.meshbus.sdk.module.CallException;
import io.meshbus.sdk.module.Event;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.module.Outcome;
import io.meshbus.sdk.module.Work;
import io.meshbus.sdk.wire.Envelope;
import io.meshbus.sdk.wire.WireCodec;
import io.meshbus.sdk.wire.WireHeaders;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The handlers of the Java peer: they note what they were given, and do what they are told to. */
final class JavaListener {
    private static final long LIMIT_SECONDS = 10;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final Map<String, BlockingQueue<JsonObject>> reports = new ConcurrentHashMap<>();
    private final Map<String, BlockingQueue<JsonObject>> orders = new ConcurrentHashMap<>();
    private final Consumer<JsonObject> fix;

    /** @param fix time, id and trace of what is sent next */
    JavaListener(Consumer<JsonObject> fix) {
        this.fix = fix;
    }

    Future<?> listen(Mesh mesh) {
        return Future.all(List.of(
                mesh.subscribe("teller.*", Buffer.class, this::hear),
                mesh.subscribe("seat:desk.*", Buffer.class, this::hear),
                mesh.handle("echo", Buffer.class, call -> called("hearer.echo", call)),
                mesh.handle("echo_2-x", Buffer.class, call -> called("hearer.echo_2-x", call)),
                mesh.handle("seat:desk.ask", Buffer.class, call -> called("seat:desk.ask", call)),
                mesh.accept("desk.review", Buffer.class, work -> work("desk.review", work)),
                mesh.accept("desk.look_2-x", Buffer.class, work -> work("desk.look_2-x", work))));
    }

    /** What the next handler of that kind does. */
    void next(JsonObject order) {
        of(orders, order.getString("do")).add(order);
    }

    /** The next thing that a handler of that kind was given; says so when there is none. */
    JsonObject report(String kind) throws InterruptedException {
        JsonObject report = of(reports, kind).poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        return report == null ? new JsonObject().put("nothing", true) : report;
    }

    private Future<?> hear(Event<Buffer> event) {
        Envelope e = event.envelope();
        JsonObject report = new JsonObject()
                .put("event", event.name().replaceFirst("^teller\\.", ""))
                .put("id", e.id())
                .put("source", e.source())
                .put("type", e.type())
                .put("time", TIME.format(e.time()))
                .put("datacontenttype", e.datacontenttype());
        put(report, "subject", e.subject());
        put(report, "dataschema", e.dataschema());
        put(report, "traceparent", e.traceparent());
        put(report, "data", e.data() == null ? null : event.body());
        if (!e.extensions().isEmpty()) {
            JsonArray extensions = new JsonArray();
            e.extensions()
                    .forEach((name, text) ->
                            extensions.add(new JsonArray().add(name).add(text.toString())));
            report.put("extensions", extensions);
        }
        of(reports, "heard").add(report);
        return Future.succeededFuture();
    }

    private Future<?> called(String tool, Call<Buffer> call) {
        JsonObject report =
                new JsonObject().put("tool", tool).put("input", call.body().toString());
        put(report, "caller", call.caller().isEmpty() ? null : call.caller());
        put(report, "traceparent", call.onward().traceparent());
        if (call.headers().first(WireHeaders.DEADLINE) != null) {
            report.put("deadline", call.onward().timeout().toMillis());
        }
        of(reports, "called").add(report);
        JsonObject order = of(orders, "answer").poll();
        if (order == null) {
            return Future.succeededFuture(new JsonObject());
        }
        return order.containsKey("kind")
                ? Future.failedFuture(failure(order))
                : Future.succeededFuture(JavaPeer.value(order, "output"));
    }

    private Future<Outcome> work(String name, Work<Buffer> work) {
        JsonObject report = new JsonObject()
                .put("work", name)
                .put("id", work.id())
                .put("submitter", work.submitter())
                .put("input", work.body().toString());
        put(report, "traceparent", work.onward().traceparent());
        of(reports, "worked").add(report);
        JsonObject order = of(orders, "outcome").poll();
        if (order == null) {
            return Future.succeededFuture(Outcome.SILENT);
        }
        fix.accept(order);
        return Future.succeededFuture(work.outcome(order.getString("event"), JavaPeer.value(order, "data")));
    }

    private static CallException failure(JsonObject order) {
        String message = order.getString("message");
        JsonObject details = new JsonObject(order.getString("details"));
        return switch (order.getString("kind")) {
            case "REFUSED" -> CallException.refused(message);
            case "INVALID" -> CallException.invalid(details.getString("pointer"), message);
            default -> CallException.failed(order.getString("code"), message, details);
        };
    }

    /** What a caller is told. */
    static JsonObject failure(CallException failure) {
        return new JsonObject()
                .put("kind", failure.code().name())
                .put("code", failure.reason())
                .put("message", failure.problem().what())
                .put("details", WireCodec.encode(failure.details()).toString());
    }

    static Envelope envelope(JsonObject given) {
        Map<String, Buffer> extensions = new LinkedHashMap<>();
        given.getJsonArray("extensions", new JsonArray()).forEach(each -> {
            JsonArray member = (JsonArray) each;
            extensions.put(member.getString(0), Buffer.buffer(member.getString(1)));
        });
        return new Envelope(
                given.getString("id"),
                given.getString("source"),
                given.getString("type"),
                given.getString("subject"),
                Instant.parse(given.getString("time")),
                given.getString("datacontenttype"),
                given.getString("dataschema"),
                given.getString("traceparent"),
                extensions,
                Buffer.buffer(given.getString("data")));
    }

    private static void put(JsonObject report, String member, Object value) {
        if (value != null) {
            report.put(member, value.toString());
        }
    }

    private static BlockingQueue<JsonObject> of(Map<String, BlockingQueue<JsonObject>> queues, String kind) {
        return queues.computeIfAbsent(kind, k -> new LinkedBlockingQueue<>());
    }
}
