package io.meshbus.launcher.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.junit5.VertxTestContext;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class HealthVerticleTest {
    private record Answer(int status, JsonObject body) {}

    private static Future<Answer> get(Vertx vertx, int port, String path) {
        return vertx.createHttpClient()
                .request(HttpMethod.GET, port, "127.0.0.1", path)
                .compose(request -> request.send())
                .compose(response ->
                        response.body().map(body -> new Answer(response.statusCode(), new JsonObject(body))));
    }

    @Test
    void readyNamesEveryCauseAndLiveDoesNotCare(Vertx vertx, VertxTestContext context) {
        HealthVerticle health = new HealthVerticle(
                "127.0.0.1",
                0,
                Map.of(
                        "bus", () -> Future.succeededFuture(Optional.empty()),
                        "store", () -> Future.succeededFuture(Optional.of("away since noon")),
                        "host n1", () -> Future.failedFuture("it broke")),
                Map.of("controller", () -> "leads"));
        vertx.deployVerticle(health)
                .compose(id -> get(vertx, health.port(), "/health/live"))
                .compose(live -> get(vertx, health.port(), "/health/ready").map(ready -> new Answer[] {live, ready}))
                .onComplete(context.succeeding(answers -> context.verify(() -> {
                    assertThat(answers[0].status()).isEqualTo(200);
                    assertThat(answers[1].status()).isEqualTo(503);
                    assertThat(answers[1].body().getJsonArray("causes"))
                            .isEqualTo(new JsonArray().add("host n1: it broke").add("store: away since noon"));
                    context.completeNow();
                })));
    }

    @Test
    void allWellIsReady(Vertx vertx, VertxTestContext context) {
        HealthVerticle health = new HealthVerticle("127.0.0.1", 0, Map.of(), Map.of());
        vertx.deployVerticle(health)
                .compose(id -> get(vertx, health.port(), "/health/ready"))
                .onComplete(context.succeeding(answer -> context.verify(() -> {
                    assertThat(answer.status()).isEqualTo(200);
                    assertThat(answer.body().getBoolean("ready")).isTrue();
                    context.completeNow();
                })));
    }

    @Test
    void aTakenPortIsNamed(Vertx vertx, VertxTestContext context) {
        HealthVerticle first = new HealthVerticle("127.0.0.1", 0, Map.of(), Map.of());
        vertx.deployVerticle(first)
                .compose(id -> vertx.deployVerticle(new HealthVerticle("127.0.0.1", first.port(), Map.of(), Map.of())))
                .onComplete(context.failing(failure -> context.verify(() -> {
                    assertThat(((ProblemException) failure).code()).isEqualTo(ProblemCode.PORT_TAKEN);
                    assertThat(failure.getMessage()).contains(Integer.toString(first.port()));
                    context.completeNow();
                })));
    }
}
