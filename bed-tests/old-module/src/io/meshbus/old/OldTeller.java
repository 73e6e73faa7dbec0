package io.meshbus.old;

import io.meshbus.sdk.module.CallException;
import io.meshbus.sdk.module.CallOptions;
import io.meshbus.sdk.module.EventOptions;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.module.MeshModule;
import io.meshbus.sdk.problem.ProblemCode;
import io.meshbus.sdk.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;

/** Calls, tells and submits; what became of its calls is in the event it tells. */
public final class OldTeller extends MeshModule {
    public record Item(String item) {}

    @Override
    protected Future<?> start(Mesh mesh) {
        CallOptions patient = CallOptions.within(Duration.ofSeconds(10)).atMost(Duration.ofSeconds(8));
        String word = secret("word").revealText();
        return mesh.request("hearer.echo", new Item(word), JsonObject.class, patient)
                .compose(answer -> mesh.request("hearer.echo", new Item("gold"), JsonObject.class)
                        .map(never -> "answered")
                        .recover(OldTeller::tell)
                        .map(failure -> answer.getString("item") + " " + failure))
                .compose(said -> mesh.request("seat:desk.ask", new JsonObject(), JsonObject.class)
                        .map(never -> "answered")
                        .recover(OldTeller::tell)
                        .map(failure -> said + " " + failure))
                .compose(said -> mesh.publish("untold", new JsonObject())
                        .recover(failure -> ((ProblemException) failure).code() == ProblemCode.NOT_DECLARED
                                ? Future.succeededFuture("undeclared")
                                : Future.failedFuture(failure))
                        .map(undeclared -> said + " " + undeclared))
                .compose(said -> mesh.publish("told", new Item(said), EventOptions.of(patient).withSubject("old/1")))
                .compose(id -> mesh.submit("desk.review", new Item("old work")));
    }

    private static Future<String> tell(Throwable failure) {
        CallException call = (CallException) failure;
        return Future.succeededFuture(call.code() + ":" + call.reason() + ":" + call.details().encode());
    }
}
