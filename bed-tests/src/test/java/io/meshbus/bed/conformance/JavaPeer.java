package io.meshbus.bed.conformance;

import io.meshbus.sdk.bus.Bus;
import io.meshbus.sdk.bus.BusOptions;
import io.meshbus.sdk.bus.Message;
import io.meshbus.sdk.bus.PublishOptions;
import io.meshbus.sdk.id.PrincipalId;
import io.meshbus.sdk.impl.Jnats;
import io.meshbus.sdk.module.CallException;
import io.meshbus.sdk.module.CallOptions;
import io.meshbus.sdk.module.EventOptions;
import io.meshbus.sdk.module.FixedMesh;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.module.MeshOptions;
import io.meshbus.sdk.problem.ProblemException;
import io.meshbus.sdk.secret.Secret;
import io.meshbus.sdk.wire.Envelope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** The Java SDK on NATS: everything goes through {@link Mesh}, and through the bus where a module has no verb for it. */
final class JavaPeer implements Peer {
    private static final long LIMIT_SECONDS = 15;

    private final Vertx vertx = Vertx.vertx();
    private final Map<String, Bus> buses = new HashMap<>();
    private final Map<String, Mesh> meshes = new HashMap<>();
    private final JavaListener listener = new JavaListener(this::fix);
    private volatile JsonObject fixed = new JsonObject();

    @Override
    public String name() {
        return "Java SDK";
    }

    @Override
    public Set<String> claims() {
        return Set.copyOf(Fixtures.CAPABILITIES);
    }

    @Override
    public JsonObject ask(JsonObject command) throws Exception {
        fix(command);
        try {
            return answer(command);
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof CallException call) {
                return JavaListener.failure(call);
            }
            if (failure.getCause() instanceof ProblemException problem) {
                return new JsonObject().put("refused", problem.code().name()).put("why", problem.getMessage());
            }
            throw failure;
        }
    }

    private JsonObject answer(JsonObject command) throws Exception {
        Mesh mesh = meshes.get(command.getString("by"));
        switch (command.getString("do")) {
            case "connect" -> connect(command);
            case "request" -> {
                return request(command);
            }
            case "publish" -> await(bus(command).store(message(command), PublishOptions.PLAIN));
            case "event" -> event(mesh, command);
            case "relay" -> {
                return bytes(Envelope.decode(bytes(command)).encode());
            }
            case "listen" -> await(listener.listen(mesh));
            case "answer", "outcome" -> listener.next(command);
            case "heard", "called", "worked" -> {
                return listener.report(command.getString("do"));
            }
            case "call" -> {
                CallOptions options = CallOptions.within(Duration.ofMillis(
                        command.getInteger("deadline", (int) CallOptions.TIMEOUT_DEFAULT.toMillis())));
                return new JsonObject()
                        .put(
                                "output",
                                await(mesh.request(
                                                command.getString("tool"),
                                                value(command, "input"),
                                                Buffer.class,
                                                options))
                                        .toString());
            }
            case "work" -> await(mesh.submit(command.getString("work"), value(command, "input")));
            default -> throw new IllegalArgumentException(command.encode());
        }
        return new JsonObject();
    }

    private void connect(JsonObject command) throws Exception {
        String principal = command.getString("by");
        BusOptions options = BusOptions.mesh(
                new PrincipalId(principal),
                List.of(command.getString("url")),
                List.of(command.getString("pin")),
                Secret.of(command.getString("password")));
        Bus bus = await(new Jnats(vertx).connect(options));
        buses.put(principal, bus);
        meshes.put(
                principal,
                FixedMesh.over(
                        vertx,
                        bus,
                        MeshOptions.of(options, Beds.SOURCE),
                        clock(),
                        () -> fixed.getString("id"),
                        parent -> fixed.getString("traceparent", "none")));
    }

    private JsonObject request(JsonObject command) throws Exception {
        Message answer = await(bus(command).request(message(command), Duration.ofSeconds(LIMIT_SECONDS)));
        return bytes(answer.body()).put("headers", Case.json(answer.headers().values()));
    }

    /** What no verb of a module can say goes out as envelope. */
    private void event(Mesh mesh, JsonObject given) throws Exception {
        if (given.containsKey("extensions") || given.containsKey("dataschema")) {
            var headers = new io.meshbus.sdk.bus.Headers(Case.headers(given.getJsonObject("headers")));
            Message message = Message.of(
                    given.getString("on"), headers, JavaListener.envelope(given).encode());
            await(bus(given).store(message, PublishOptions.PLAIN));
        } else {
            EventOptions options =
                    new EventOptions(given.getString("id"), given.getString("subject"), given.getString("traceparent"));
            await(mesh.publish(given.getString("event"), value(given, "data"), options));
        }
    }

    /** Text as it is, or the value that a module would have in hand. */
    static Object value(JsonObject given, String member) {
        String text = given.getString(member);
        return given.getBoolean("dataIsAValue", false) ? Json.decodeValue(text) : Buffer.buffer(text);
    }

    private void fix(JsonObject command) {
        if (command.containsKey("traceparent")) {
            fixed = command;
        }
    }

    private Clock clock() {
        InstantSource source = () -> Instant.parse(fixed.getString("time", "1970-01-01T00:00:00Z"));
        return source.withZone(ZoneOffset.UTC);
    }

    private Bus bus(JsonObject command) {
        return buses.get(command.getString("by"));
    }

    private static Message message(JsonObject command) {
        return Message.of(
                command.getString("on"),
                new io.meshbus.sdk.bus.Headers(Case.headers(command.getJsonObject("headers"))),
                bytes(command));
    }

    private static JsonObject bytes(Buffer body) {
        return new JsonObject().put("bytes", Base64.getEncoder().encodeToString(body.getBytes()));
    }

    private static Buffer bytes(JsonObject command) {
        return Buffer.buffer(Produced.bytes(command));
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws Exception {
        for (Mesh mesh : meshes.values()) {
            await(mesh.close());
        }
        await(vertx.close());
    }
}
