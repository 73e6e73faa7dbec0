package io.meshbus.natsserver;

import io.meshbus.sdk.problem.Problem;
import io.meshbus.sdk.problem.ProblemCode;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The server's monitoring endpoint on loopback. Futures complete on the caller's context within five seconds. */
public final class Monitor {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);
    private static final String HOST = "127.0.0.1";

    private final Vertx vertx;
    private final HttpClient client;
    private final int port;

    public Monitor(Vertx vertx, int port) {
        this.vertx = vertx;
        this.client = vertx.createHttpClient(new HttpClientOptions()
                .setConnectTimeout((int) ANSWER_MAX.toMillis())
                .setReadIdleTimeout((int) ANSWER_MAX.toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                .setKeepAlive(false));
        this.port = port;
    }

    /**
     * What runs.
     *
     * @param configDigest {@code sha256:…} of the configuration in force; empty before 2.11
     * @param connections clients connected now
     */
    public record Running(String serverId, String version, String configDigest, int connections, long memoryBytes) {}

    /** True when the server says it is healthy, JetStream included. */
    public Future<Boolean> healthy() {
        return get("/healthz").map(answer -> true).otherwise(false);
    }

    /** Fails with {@code BROKER_FAILED} when there is no answer. */
    public Future<Running> running() {
        return get("/varz")
                .map(varz -> new Running(
                        varz.getString("server_id", ""),
                        varz.getString("version", ""),
                        varz.getString("config_digest", ""),
                        varz.getInteger("connections", 0),
                        varz.getLong("mem", 0L)));
    }

    public Future<Void> close() {
        return client.close();
    }

    /** All of it on one context: a body that arrives before its handler is set would be lost. */
    private Future<JsonObject> get(String path) {
        Promise<JsonObject> answer = Promise.promise();
        vertx.getOrCreateContext().runOnContext(here -> fetch(path).onComplete(answer));
        return answer.future();
    }

    private Future<JsonObject> fetch(String path) {
        return client.request(HttpMethod.GET, port, HOST, path)
                .compose(request -> request.send())
                .compose(this::body)
                .timeout(ANSWER_MAX.toMillis(), TimeUnit.MILLISECONDS)
                .recover(cause -> Future.failedFuture(unanswered(path, cause)));
    }

    private Future<JsonObject> body(HttpClientResponse response) {
        return response.body()
                .compose(body -> response.statusCode() == 200
                        ? Future.succeededFuture(body.toJsonObject())
                        : Future.failedFuture("status " + response.statusCode()));
    }

    private Throwable unanswered(String path, Throwable cause) {
        return Problem.of(
                        ProblemCode.BROKER_FAILED,
                        "the broker's monitoring endpoint does not answer",
                        String.valueOf(cause.getMessage()),
                        "look at log/nats-server.log in the directory of the mesh")
                .at("http://" + HOST + ":" + port + path)
                .asException();
    }
}
