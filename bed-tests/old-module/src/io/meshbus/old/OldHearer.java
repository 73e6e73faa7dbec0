package io.meshbus.old;

import io.meshbus.sdk.bus.PoisonException;
import io.meshbus.sdk.module.Call;
import io.meshbus.sdk.module.CallException;
import io.meshbus.sdk.module.Event;
import io.meshbus.sdk.module.Mesh;
import io.meshbus.sdk.module.MeshModule;
import io.meshbus.sdk.module.Outcome;
import io.meshbus.sdk.module.Registration;
import io.meshbus.sdk.module.Work;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Serves, hears and accepts. What it heard is in the outcome of the work it does. */
public final class OldHearer extends MeshModule {
    public record Item(String item) {}

    private final Promise<Event<Item>> heard = Promise.promise();
    private Registration registration;

    @Override
    protected Future<?> start(Mesh mesh) {
        log().info("old-module home={} config={}", home(), config());
        return Future.all(List.of(
                mesh.subscribe("teller.*", Item.class, this::hear).onSuccess(done -> registration = done),
                mesh.handle("echo", Item.class, this::echo),
                mesh.handle("seat:desk.ask", JsonObject.class, call -> Future.failedFuture(CallException.refused("no"))),
                mesh.accept("desk.review", Item.class, this::review)));
    }

    @Override
    protected Future<?> stop(Mesh mesh) {
        return registration.close();
    }

    private Future<?> hear(Event<Item> event) {
        if (event.body().item().equals("poison")) {
            return Future.failedFuture(new PoisonException("it is poison"));
        }
        heard.tryComplete(event);
        return Future.succeededFuture();
    }

    private Future<JsonObject> echo(Call<Item> call) {
        String item = call.body().item();
        if (item.equals("gold")) {
            return Future.failedFuture(CallException.failed("SOLD_OUT", "no gold left", new JsonObject().put("left", 0)));
        }
        return Future.succeededFuture(new JsonObject().put("item", item).put("caller", call.caller()));
    }

    private Future<Outcome> review(Work<Item> work) {
        return heard.future()
                .map(event -> work.outcome(
                        "reviewed",
                        new JsonObject()
                                .put("work", work.body().item())
                                .put("submitter", work.submitter())
                                .put("heard", event.body().item())
                                .put("about", event.subject())
                                .put("source", event.envelope().source())));
    }
}
