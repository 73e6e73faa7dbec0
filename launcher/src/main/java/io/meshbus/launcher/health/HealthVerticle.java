package io.meshbus.launcher.health;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.BindException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers on one port; nothing it says is secret. */
public final class HealthVerticle extends VerticleBase {
    /** A check that takes longer is a cause itself. */
    private static final long CHECK_MILLIS_MAX = 2_000;

    /** A check: empty when all is well, else the cause in words. */
    public interface Check extends Supplier<Future<Optional<String>>> {}

    private final String host;
    private final int port;
    private final Map<String, Check> checks;
    private final Map<String, Supplier<String>> notes;
    private @Nullable HttpServer server;

    /**
     * @param port 0 = pick one
     * @param checks by the name of what they look at
     * @param notes what else is to be told, by name; ready or not
     */
    public HealthVerticle(String host, int port, Map<String, Check> checks, Map<String, Supplier<String>> notes) {
        this.notes = new TreeMap<>(notes);
        this.host = host;
        this.port = port;
        this.checks = new TreeMap<>(checks);
    }

    @Override
    public Future<?> start() {
        return vertx.createHttpServer(new HttpServerOptions().setHost(host).setPort(port))
                .requestHandler(this::answer)
                .listen()
                .onSuccess(listening -> server = listening)
                .recover(failure -> Future.failedFuture(refused(failure)));
    }

    /** The port it listens on; 0 before it does. */
    public int port() {
        HttpServer listening = server;
        return listening == null ? 0 : listening.actualPort();
    }

    private Throwable refused(Throwable failure) {
        if (!(failure instanceof BindException)) {
            return failure;
        }
        return new ProblemException(
                Problem.of(
                        ProblemCode.PORT_TAKEN,
                        "port " + port + " on " + host + " cannot be used for health",
                        String.valueOf(failure.getMessage()),
                        "end the program that listens there, or choose another port with --http-port"),
                failure);
    }

    private void answer(HttpServerRequest request) {
        switch (request.path()) {
            case "/health/live" -> send(request, 200, new JsonObject().put("live", true));
            case "/health/ready" ->
                causes().onSuccess(causes -> send(
                        request,
                        causes.isEmpty() ? 200 : 503,
                        told(new JsonObject().put("ready", causes.isEmpty()).put("causes", new JsonArray(causes)))));
            default ->
                send(
                        request,
                        404,
                        new JsonObject().put("paths", new JsonArray(List.of("/health/live", "/health/ready"))));
        }
    }

    private JsonObject told(JsonObject body) {
        notes.forEach((name, note) -> body.put(name, note.get()));
        return body;
    }

    private static void send(HttpServerRequest request, int status, JsonObject body) {
        request.response()
                .setStatusCode(status)
                .putHeader("content-type", "application/json")
                .end(body.encode() + "\n");
    }

    private Future<List<String>> causes() {
        List<Future<Optional<String>>> running = new ArrayList<>();
        checks.forEach((name, check) -> running.add(look(name, check)));
        return Future.all(running)
                .map(all -> running.stream()
                        .map(Future::result)
                        .flatMap(Optional::stream)
                        .toList());
    }

    private static Future<Optional<String>> look(String name, Check check) {
        return check.get()
                .timeout(CHECK_MILLIS_MAX, TimeUnit.MILLISECONDS)
                .map(cause -> cause.map(words -> name + ": " + words))
                .otherwise(failure -> Optional.of(name + ": " + failure.getMessage()));
    }
}
